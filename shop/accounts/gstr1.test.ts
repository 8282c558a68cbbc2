import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DocumentKind } from '#shop/accounts/accounts.ts'
import { type Gstr1, Gstr1Builder } from '#shop/accounts/gstr1.ts'
import {
  documentNumber,
  grossOf,
  type InvoiceDocument,
  type InvoiceLine,
} from '#shop/invoices/invoice-document.ts'
import { add, halfOf, type Money, NO_MONEY, paise, share, subtract } from '#shop/kernel/money.ts'
import { SELLER } from '#tests/database.ts'
import { gstr1Form } from '#tests/gstr1-form.ts'

const GSTIN = SELLER.gstin ?? ''
const PERIOD = { gstin: GSTIN, month: '2026-11-21' }

const line = fc.record({
  hsnCode: fc.constantFrom('1904', '190490', '19049000', '48237090'),
  rate: fc.constantFrom(0, 500, 1200, 1800),
  quantity: fc.option(fc.integer({ min: 1, max: 20 })),
  value: fc.integer({ min: 1, max: 8_000_000 }).map(paise),
})
const sold = fc.record({
  kind: fc.constantFrom('invoice' as const, 'credit-note' as const),
  state: fc.constantFrom('Karnataka', 'Kerala', 'Delhi'),
  buyer: fc.option(fc.constantFrom('32AAACB1234C1ZO', '29AAACB1234C1ZB')),
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  roundOff: fc.integer({ min: 0, max: 50 }).map(paise),
  day: fc.integer({ min: 1, max: 30 }),
  invoiceTotal: fc.integer({ min: 1, max: 30_000_000 }).map(paise),
})
type SoldLine = { hsnCode: string; rate: number; quantity: number | null; value: Money }
type Sold = {
  kind: DocumentKind
  state: string
  buyer: string | null
  lines: SoldLine[]
  roundOff: Money
  day: number
  invoiceTotal: Money
}
const months = fc.array(sold, { minLength: 1, maxLength: 30 })

function documentOf({ kind, state, buyer, lines: some, roundOff, day }: Sold, at: number): InvoiceDocument {
  const isWithinState = state === 'Karnataka'
  const lines = some.map(({ value, ...rest }): InvoiceLine => {
    const tax = share(value, rest.rate)
    const half = isWithinState ? halfOf(tax) : NO_MONEY
    const taxes = { cgst: half, sgst: half, igst: isWithinState ? NO_MONEY : tax }
    return { description: 'Mix', unitPrice: null, discount: NO_MONEY, taxable: value, ...rest, ...taxes }
  })
  const sum = (part: 'taxable' | 'cgst' | 'sgst' | 'igst') => add(...lines.map((one) => one[part]))
  return {
    kind,
    number: documentNumber(kind === 'invoice' ? 'INV' : 'CRN', '26-27', at + 1),
    issuedAt: new Date(Date.UTC(2026, 10, day, 6)).toISOString(),
    ...{ orderId: 'o', orderedAt: '', payment: '', reason: null },
    seller: { name: 'Mill', lines: [], state: 'Karnataka', gstin: GSTIN, fssaiLicence: null },
    buyer: { name: 'Ananya', lines: [], state, gstin: buyer },
    ...{ isWithinState, lines, shipping: NO_MONEY, roundOff },
    ...{ taxable: sum('taxable'), cgst: sum('cgst'), sgst: sum('sgst'), igst: sum('igst') },
    total: add(...lines.map(grossOf), roundOff),
    against: kind === 'invoice' ? null : { number: 'INV26-27/0000001', issuedAt: '2026-10-01T00:00:00Z' },
  }
}

function returnOf(month: readonly Sold[]): { documents: InvoiceDocument[]; made: Gstr1; problems: string[] } {
  const builder = new Gstr1Builder(PERIOD)
  const documents = month.map(documentOf)
  for (const [at, one] of documents.entries())
    builder.add(one, one.kind === 'invoice' ? null : (month[at]?.invoiceTotal ?? null))
  return { documents, made: builder.result(), problems: builder.problems }
}

type Sums = { txval: number; camt?: number; samt?: number; iamt?: number }
const inPaise = (rupees: number | undefined): Money => paise(Math.round((rupees ?? 0) * 100))
const PARTS = [
  ['txval', 'taxable'],
  ['camt', 'cgst'],
  ['samt', 'sgst'],
  ['iamt', 'igst'],
] as const

function total(rows: readonly Sums[], part: keyof Sums): Money {
  return add(NO_MONEY, ...rows.map((row) => inPaise(row[part])))
}

describe('GSTR-1', () => {
  it('has the portal’s form', () => {
    fc.assert(
      fc.property(months, (month) => {
        const { made, problems } = returnOf(month)
        expect(gstr1Form.safeParse(made).error?.issues).toBeUndefined()
        expect(problems).toEqual([])
      }),
    )
  })

  it('adds up to the documents, invoices less credit notes, in its sections and in the table of HSN codes', () => {
    fc.assert(
      fc.property(months, (month) => {
        const { documents, made } = returnOf(month)
        const items = (some: readonly { itms: { itm_det: Sums }[] }[]) =>
          some.flatMap((one) => one.itms.map(({ itm_det }) => itm_det))
        const sold = [
          ...items((made.b2b ?? []).flatMap(({ inv }) => inv)),
          ...items((made.b2cl ?? []).flatMap(({ inv }) => inv)),
          ...(made.b2cs ?? []),
          ...(made.nil?.inv ?? []).map(({ nil_amt }) => ({ txval: nil_amt })),
        ]
        const credited = items([...(made.cdnr ?? []).flatMap(({ nt }) => nt), ...(made.cdnur ?? [])])
        for (const [name, part] of PARTS) {
          const of = (kind: string) =>
            add(NO_MONEY, ...documents.filter((one) => one.kind === kind).map((one) => one[part]))
          const whole = subtract(of('invoice'), of('credit-note'))
          expect(subtract(total(sold, name), total(credited, name))).toBe(whole)
          expect(total([...made.hsn.hsn_b2b, ...made.hsn.hsn_b2c], name)).toBe(whole)
        }
        const counted = made.doc_issue.doc_det.flatMap(({ docs }) => docs.map(({ totnum }) => totnum))
        expect(counted.reduce((sum, count) => sum + count, 0)).toBe(documents.length)
      }),
    )
  })

  const one: Sold = {
    ...{ kind: 'invoice', state: 'Kerala', buyer: null, roundOff: NO_MONEY, day: 21, invoiceTotal: NO_MONEY },
    lines: [{ hsnCode: '1904', rate: 500, quantity: 2, value: paise(10_000) }],
  }
  const large = { ...one, lines: [{ hsnCode: '1904', rate: 500, quantity: 2, value: paise(10_000_000) }] }

  it('lists large invoices to consumers of other states, and the notes against them, one by one', () => {
    const { made } = returnOf([large, { ...one, kind: 'credit-note', invoiceTotal: paise(10_500_000) }])
    expect(made).toMatchObject({
      fp: '112026',
      b2cl: [{ pos: '32', inv: [{ idt: '21-11-2026', val: 105_000 }] }],
    })
    expect(made.cdnur).toMatchObject([{ typ: 'B2CL', val: 105, itms: [{ itm_det: { rt: 5, iamt: 5 } }] }])
    expect(made.b2cs).toBeUndefined()
    const small = returnOf([
      { ...large, state: 'Karnataka' },
      { ...one, kind: 'credit-note', invoiceTotal: paise(10_000_000) },
    ])
    expect(small.made.b2cl).toBeUndefined()
    expect(small.made.b2cs).toMatchObject([
      { sply_ty: 'INTER', pos: '32', txval: -100, iamt: -5 },
      { sply_ty: 'INTRA', pos: '29', txval: 100_000, camt: 2_500 },
    ])
  })

  it('tells businesses apart, by GSTIN', () => {
    const buyer = '32AAACB1234C1ZO'
    const { made } = returnOf([{ ...one, buyer }, { ...one, buyer, kind: 'credit-note' }, one])
    expect(made.b2b).toMatchObject([{ ctin: buyer, inv: [{ inum: 'INV26-27/0000001', pos: '32' }] }])
    expect(made.cdnr).toMatchObject([{ ctin: buyer, nt: [{ nt_num: 'CRN26-27/0000002' }] }])
    expect(made.hsn.hsn_b2b).toMatchObject([{ qty: 0, txval: 0 }])
    expect(made.hsn.hsn_b2c).toMatchObject([{ hsn_sc: '1904', qty: 2, txval: 100, iamt: 5 }])
  })

  it('names documents that the portal would refuse', () => {
    const noCode = { ...one, lines: one.lines.map((line) => ({ ...line, hsnCode: '' })) }
    const { problems } = returnOf([noCode, { ...one, state: 'Atlantis' }])
    expect(problems).toEqual([
      'INV26-27/0000001: Mix has no HSN code',
      'INV26-27/0000002: the place of supply is not known',
    ])
  })
})
