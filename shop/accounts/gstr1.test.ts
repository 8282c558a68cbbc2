import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Gstr1, Gstr1Builder } from '#shop/accounts/gstr1.ts'
import type { InvoiceDocument } from '#shop/invoices/invoice-document.ts'
import { add, type Money, NO_MONEY, paise, subtract } from '#shop/kernel/money.ts'
import { SELLER } from '#tests/database.ts'
import { gstr1Schema } from '#tests/gstr1-form.ts'
import { type DocumentDraft, documentOf, months } from '#tests/random-documents.ts'

const GSTIN = SELLER.gstin ?? ''
const PERIOD = { gstin: GSTIN, month: '2026-11-21' }

type DocumentInput = { document: InvoiceDocument; invoiceTotal: Money | null }

function buildGstr1(
  added: readonly DocumentInput[],
  hsnOf: ReadonlyMap<string, string> = new Map(),
): { gstr1: Gstr1; problems: string[] } {
  const builder = new Gstr1Builder({ ...PERIOD, hsnOf })
  for (const { document, invoiceTotal } of added) builder.add(document, invoiceTotal)
  return { gstr1: builder.result(), problems: builder.problems }
}

/** Adds the documents in the order of issue, not of their numbers. */
function buildGstr1FromSales(month: readonly DocumentDraft[]) {
  const documents = month.map(documentOf)
  const added = documents.map((document, at) => {
    return { document, invoiceTotal: document.kind === 'invoice' ? null : (month[at]?.invoiceTotal ?? null) }
  })
  const inOrder = added.toSorted((a, b) => (a.document.issuedAt < b.document.issuedAt ? -1 : 1))
  return { documents, ...buildGstr1(inOrder) }
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
  it('matches the portal’s schema', () => {
    fc.assert(
      fc.property(months, (month) => {
        const { gstr1, problems } = buildGstr1FromSales(month)
        expect(gstr1Schema.safeParse(gstr1).error?.issues).toBeUndefined()
        expect(problems.filter((problem) => !problem.includes('more was returned'))).toEqual([])
      }),
    )
  })

  it('adds up to invoices less credit notes, in its sections and in the table of HSN codes', () => {
    fc.assert(
      fc.property(months, (month) => {
        const { documents, gstr1 } = buildGstr1FromSales(month)
        const items = (some: readonly { itms: { itm_det: Sums }[] }[] = []) =>
          some.flatMap((invoice) => invoice.itms.map(({ itm_det }) => itm_det))
        const nil = (buyers: string) =>
          (gstr1.nil?.inv ?? [])
            .filter(({ sply_ty }) => sply_ty.endsWith(buyers))
            .map(({ nil_amt }) => ({ txval: nil_amt }))
        const tables = [
          {
            own: documents.filter(({ buyer }) => buyer.gstin),
            sold: [...items(gstr1.b2b?.flatMap(({ inv }) => inv)), ...nil('B2B')],
            credited: items(gstr1.cdnr?.flatMap(({ nt }) => nt)),
            codes: gstr1.hsn?.hsn_b2b ?? [],
          },
          {
            own: documents.filter(({ buyer }) => !buyer.gstin),
            sold: [...items(gstr1.b2cl?.flatMap(({ inv }) => inv)), ...(gstr1.b2cs ?? []), ...nil('B2C')],
            credited: items(gstr1.cdnur),
            codes: gstr1.hsn?.hsn_b2c ?? [],
          },
        ]
        for (const { own, sold, credited, codes } of tables) {
          for (const [name, part] of PARTS) {
            const sumKind = (kind: string) =>
              add(
                NO_MONEY,
                ...own.filter((document) => document.kind === kind).map((document) => document[part]),
              )
            const whole = subtract(sumKind('invoice'), sumKind('credit-note'))
            expect(subtract(total(sold, name), total(credited, name))).toBe(whole)
            expect(total(codes, name)).toBe(whole)
          }
        }
      }),
    )
  })

  it('counts each document in one range of consecutive numbers', () => {
    fc.assert(
      fc.property(months, (month) => {
        const { documents, gstr1 } = buildGstr1FromSales(month)
        const counted = (gstr1.doc_issue?.doc_det ?? []).flatMap(({ docs }) =>
          docs.flatMap(({ from, to, totnum }) => {
            const [first, last] = [Number(from.slice(9)), Number(to.slice(9))]
            expect(totnum).toBe(last - first + 1)
            return Array.from(
              { length: totnum },
              (_, at) => `${from.slice(0, 9)}${`${first + at}`.padStart(7, '0')}`,
            )
          }),
        )
        expect(counted.toSorted()).toEqual(documents.map(({ number }) => number).toSorted())
      }),
    )
  })

  it('joins numbers that were issued out of order, and splits the range at a number of another month', () => {
    const added = [2, 4, 3, 1, 7, 6].map((at) => ({
      document: documentOf(smallSale, at),
      invoiceTotal: null,
    }))
    expect(buildGstr1(added).gstr1.doc_issue).toEqual({
      doc_det: [
        {
          ...{ doc_num: 1, doc_typ: 'Invoices for outward supply' },
          docs: [
            { num: 1, from: 'INV26-27/0000002', to: 'INV26-27/0000005', totnum: 4, cancel: 0, net_issue: 4 },
            { num: 2, from: 'INV26-27/0000007', to: 'INV26-27/0000008', totnum: 2, cancel: 0, net_issue: 2 },
          ],
        },
      ],
    })
  })

  const smallSale: DocumentDraft = {
    ...{ kind: 'invoice', state: 'Kerala', buyer: null, roundOff: NO_MONEY, day: 21, invoiceTotal: NO_MONEY },
    name: 'Ananya',
    lines: [{ hsnCode: '1904', rate: 500, quantity: 2, value: paise(10_000) }],
  }
  const large = {
    ...smallSale,
    lines: [{ hsnCode: '1904', rate: 500, quantity: 2, value: paise(10_000_000) }],
  }

  it('lists large invoices to consumers of other states, and the notes against them, one by one', () => {
    const { gstr1 } = buildGstr1FromSales([
      large,
      { ...smallSale, kind: 'credit-note', invoiceTotal: paise(10_500_000) },
    ])
    expect(gstr1).toMatchObject({
      fp: '112026',
      b2cl: [{ pos: '32', inv: [{ idt: '21-11-2026', val: 105_000 }] }],
    })
    expect(gstr1.cdnur).toMatchObject([
      { typ: 'B2CL', val: 105, itms: [{ num: 501, itm_det: { rt: 5, iamt: 5 } }] },
    ])
    expect(gstr1.b2cs).toBeUndefined()
    const small = buildGstr1FromSales([
      { ...large, state: 'Karnataka' },
      { ...smallSale, kind: 'credit-note', invoiceTotal: paise(10_000_000) },
    ])
    expect(small.gstr1.b2cl).toBeUndefined()
    expect(small.gstr1.b2cs).toMatchObject([
      { sply_ty: 'INTER', pos: '32', txval: -100, iamt: -5 },
      { sply_ty: 'INTRA', pos: '29', txval: 100_000, camt: 2_500 },
    ])
  })

  it('lists sales to businesses by GSTIN', () => {
    const buyer = '32AAACB1234C1ZO'
    const { gstr1 } = buildGstr1FromSales([
      { ...smallSale, buyer },
      { ...smallSale, buyer, kind: 'credit-note' },
      smallSale,
    ])
    expect(gstr1.b2b).toMatchObject([{ ctin: buyer, inv: [{ inum: 'INV26-27/0000001', pos: '32' }] }])
    expect(gstr1.cdnr).toMatchObject([{ ctin: buyer, nt: [{ nt_num: 'CRN26-27/0000002' }] }])
    expect(gstr1.hsn?.hsn_b2b).toMatchObject([{ qty: 0, txval: 0 }])
    expect(gstr1.hsn?.hsn_b2c).toMatchObject([{ hsn_sc: '1904', qty: 2, txval: 100, iamt: 5 }])
  })

  it('dates invoices by the day in India', () => {
    const document = { ...documentOf(large, 0), issuedAt: '2026-11-20T18:30:00Z' }
    expect(buildGstr1([{ document, invoiceTotal: null }]).gstr1.b2cl?.[0]?.inv[0]?.idt).toBe('21-11-2026')
  })

  it('names documents that the portal would refuse', () => {
    const noCode = { ...smallSale, lines: smallSale.lines.map((line) => ({ ...line, hsnCode: '' })) }
    const oddRate = { ...smallSale, lines: smallSale.lines.map((line) => ({ ...line, rate: 1700 })) }
    const { problems } = buildGstr1FromSales([
      noCode,
      { ...smallSale, state: 'Atlantis' },
      { ...smallSale, buyer: GSTIN },
      oddRate,
    ])
    expect(problems).toEqual([
      'INV26-27/0000001: Mix has no HSN code: enter it on the product’s page',
      'INV26-27/0000002: the place of supply is not known',
      'INV26-27/0000003: the buyer’s GSTIN is the seller’s',
      'INV26-27/0000004: the portal has no rate of 17%',
    ])
    const sale = documentOf(smallSale, 0)
    const wrong = [
      { ...sale, isWithinState: true },
      { ...documentOf({ ...smallSale, state: 'Karnataka' }, 1), isWithinState: false },
      { ...documentOf(smallSale, 2), seller: { ...sale.seller, gstin: '32AAACB1234C1ZO' } },
    ]
    expect(buildGstr1(wrong.map((document) => ({ document, invoiceTotal: null }))).problems).toEqual([
      'INV26-27/0000001: taxed with CGST and SGST, which does not fit the place of supply',
      'INV26-27/0000002: taxed with IGST, which does not fit the place of supply',
      'INV26-27/0000003: issued under GSTIN 32AAACB1234C1ZO',
    ])
  })

  it('reports HSN codes and totals with more credited than sold, because the portal refuses them', () => {
    const creditNote = { ...smallSale, kind: 'credit-note' as const }
    const free = { ...creditNote, lines: creditNote.lines.map((line) => ({ ...line, rate: 0 })) }
    expect(buildGstr1FromSales([creditNote]).problems).toEqual([
      expect.stringMatching(/^HSN \d+ at [\d.]+% to consumers: more was returned than sold/),
    ])
    expect(buildGstr1FromSales([free]).problems).toContainEqual(
      expect.stringMatching(/^Goods at 0%, INTRA?B2C: more/),
    )
    expect(buildGstr1FromSales([smallSale, creditNote]).problems).toEqual([])
  })

  it('uses the HSN code that a product got after its invoice', () => {
    const sale = documentOf(
      { ...smallSale, lines: smallSale.lines.map((line) => ({ ...line, hsnCode: '' })) },
      0,
    )
    const lines = [
      ...sale.lines,
      ...sale.lines.map((line) => ({ ...line, isShipping: true as const, description: 'Shipping' })),
    ]
    const added = [{ document: { ...sale, lines }, invoiceTotal: null }]
    const { gstr1, problems } = buildGstr1(added, new Map([['Mix', '19049000']]))
    expect(problems).toEqual([])
    const codes = [...(gstr1.hsn?.hsn_b2b ?? []), ...(gstr1.hsn?.hsn_b2c ?? [])].map(({ hsn_sc }) => hsn_sc)
    expect(new Set(codes)).toEqual(new Set(['19049000']))
  })

  it('lists no item without a value, and no empty table', () => {
    const free = {
      ...smallSale,
      lines: [...smallSale.lines, { hsnCode: '1904', rate: 1800, quantity: 1, value: NO_MONEY }],
    }
    const note: DocumentDraft = { ...free, kind: 'credit-note', invoiceTotal: paise(10_500_000) }
    const { gstr1 } = buildGstr1FromSales([note, free])
    expect(gstr1.cdnur?.[0]?.itms.map(({ num }) => num)).toEqual([501])
    expect(gstr1.b2cs?.map(({ rt }) => rt)).toEqual([5])
    expect(buildGstr1([]).gstr1).toEqual({ gstin: GSTIN, fp: '112026', version: 'GST3.2.4', hash: 'hash' })
  })
})
