import { z } from 'zod'
import { STATE_CODES } from '#shop/kernel/gst-states.ts'

const gstin = z.string().regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/)
const pos = z.enum(Object.values(STATE_CODES) as [string, ...string[]])
const amount = z.number().multipleOf(0.01)
const positive = amount.nonnegative()
const date = z.string().regex(/^(0[1-9]|[12]\d|3[01])-(0[1-9]|1[0-2])-20\d\d$/)
const number = z.string().regex(/^[A-Za-z0-9/-]{1,16}$/)
const rate = z.literal([0.1, 0.25, 1, 1.5, 3, 5, 6, 7.5, 12, 18, 28, 40])
const taxes = <Amount extends z.ZodType>(value: Amount) => ({
  ...{ rt: rate, txval: value, csamt: z.literal(0) },
  ...{ camt: value.optional(), samt: value.optional(), iamt: value.optional() },
})
const itms = z
  .array(z.strictObject({ num: z.int().positive(), itm_det: z.strictObject(taxes(positive)) }))
  .min(1)
  .refine((items) => items.every(({ num, itm_det }) => num === Math.round(itm_det.rt * 100) + 1))
const registered = { rchrg: z.literal('N'), inv_typ: z.literal('R') }
const invoice = { inum: number, idt: date, val: positive, itms }
const note = { ntty: z.literal('C'), nt_num: number, nt_dt: date, val: positive, pos, itms }
const hsnItem = z.strictObject({
  ...{ num: z.int().positive(), hsn_sc: z.string().regex(/^\d{4}(\d\d)?(\d\d)?$/) },
  ...{
    uqc: z.literal('NOS'),
    qty: z.number(),
    rt: rate.or(z.literal(0)),
    txval: amount,
    csamt: z.literal(0),
  },
  ...{ camt: amount, samt: amount, iamt: amount },
})
const issued = z.strictObject({
  ...{ num: z.int().positive(), from: number, to: number, cancel: z.literal(0) },
  ...{ totnum: z.int().positive(), net_issue: z.int().positive() },
})
const docs = z.array(issued).min(1)
const nilKind = z.enum(['INTRB2B', 'INTRAB2B', 'INTRB2C', 'INTRAB2C'])
/**
 * Schema of a GSTR-1 return as the portal's offline tool 3.2.4 writes and checks it: github.com/onyb/gst,
 * fixtures/golden and spec/gstr1.
 */
export const gstr1Schema = z.strictObject({
  gstin,
  fp: z.string().regex(/^(0[1-9]|1[0-2])20\d\d$/),
  version: z.literal('GST3.2.4'),
  hash: z.literal('hash'),
  b2b: z
    .array(
      z.strictObject({
        ctin: gstin,
        inv: z.array(z.strictObject({ ...invoice, ...registered, pos })).min(1),
      }),
    )
    .optional(),
  b2cl: z.array(z.strictObject({ pos, inv: z.array(z.strictObject(invoice)).min(1) })).optional(),
  b2cs: z
    .array(
      z.strictObject({ sply_ty: z.enum(['INTRA', 'INTER']), typ: z.literal('OE'), pos, ...taxes(amount) }),
    )
    .optional(),
  cdnr: z
    .array(z.strictObject({ ctin: gstin, nt: z.array(z.strictObject({ ...note, ...registered })).min(1) }))
    .optional(),
  cdnur: z.array(z.strictObject({ typ: z.literal('B2CL'), ...note })).optional(),
  nil: z
    .strictObject({
      inv: z.array(
        z.strictObject({
          ...{ sply_ty: nilKind, nil_amt: amount, expt_amt: z.literal(0), ngsup_amt: z.literal(0) },
        }),
      ),
    })
    .optional(),
  hsn: z
    .strictObject({
      hsn_b2b: z.array(hsnItem).min(1).optional(),
      hsn_b2c: z.array(hsnItem).min(1).optional(),
    })
    .optional(),
  doc_issue: z
    .strictObject({
      doc_det: z.array(
        z.union([
          z.strictObject({ doc_num: z.literal(1), doc_typ: z.literal('Invoices for outward supply'), docs }),
          z.strictObject({ doc_num: z.literal(5), doc_typ: z.literal('Credit Note'), docs }),
        ]),
      ),
    })
    .optional(),
})
