/** Random invoices and credit notes, for tests of monthly returns and registers. */
import fc from 'fast-check'
import type { DocumentKind } from '#shop/accounts/accounts.ts'
import {
  documentNumber,
  grossOf,
  type InvoiceDocument,
  type InvoiceLine,
} from '#shop/invoices/invoice-document.ts'
import { add, halfOf, larger, type Money, NO_MONEY, paise, share, subtract } from '#shop/kernel/money.ts'
import { SELLER } from '#tests/database.ts'

const line = fc.record({
  hsnCode: fc.constantFrom('1904', '190490', '19049000', '48237090'),
  rate: fc.constantFrom(0, 500, 1200, 1800),
  quantity: fc.option(fc.integer({ min: 1, max: 20 })),
  value: fc.integer({ min: 0, max: 8_000_000 }).map(paise),
})
const draft = fc.record({
  kind: fc.constantFrom('invoice' as const, 'credit-note' as const),
  state: fc.constantFrom('Karnataka', 'Kerala', 'Delhi'),
  buyer: fc.option(fc.constantFrom('32AAACB1234C1ZO', '29AABCU9603R1ZJ')),
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  roundOff: fc.integer({ min: -50, max: 50 }).map(paise),
  name: fc.constantFrom('Ananya', 'A & B <सुनीता> "Foods"', 'मिलेट & Co. >'),
  day: fc.integer({ min: 1, max: 30 }),
  invoiceTotal: fc.integer({ min: 1, max: 30_000_000 }).map(paise),
})
type LineDraft = { hsnCode: string; rate: number; quantity: number | null; value: Money }
/** `invoiceTotal`: for a credit note, the total of its invoice. `buyer`: the buyer's GSTIN. */
export type DocumentDraft = {
  kind: DocumentKind
  state: string
  buyer: string | null
  lines: LineDraft[]
  roundOff: Money
  name: string
  day: number
  invoiceTotal: Money
}
/** Documents of November 2026, of a seller in Karnataka. */
export const months = fc.array(draft, { minLength: 1, maxLength: 30 })

/** Returns the document with the number `index` + 1 in its series. */
export function documentOf(
  { kind, state, buyer, lines: lineDrafts, roundOff: draftRoundOff, name, day }: DocumentDraft,
  index: number,
): InvoiceDocument {
  const isWithinState = state === 'Karnataka'
  const lines = lineDrafts.map(({ value, ...rest }): InvoiceLine => {
    const tax = share(value, rest.rate)
    const half = isWithinState ? halfOf(tax) : NO_MONEY
    const taxes = { cgst: half, sgst: half, igst: isWithinState ? NO_MONEY : tax }
    return { description: 'Mix', unitPrice: null, discount: NO_MONEY, taxable: value, ...rest, ...taxes }
  })
  const sum = (part: 'taxable' | 'cgst' | 'sgst' | 'igst') => add(...lines.map((line) => line[part]))
  const price = add(...lines.map(grossOf))
  const roundOff = larger(draftRoundOff, subtract(NO_MONEY, price))
  return {
    kind,
    number: documentNumber(kind === 'invoice' ? 'INV' : 'CRN', '26-27', index + 1),
    issuedAt: new Date(Date.UTC(2026, 10, day, 6)).toISOString(),
    ...{ orderId: 'o', orderedAt: '', payment: '', reason: null },
    seller: { name: 'Mill', lines: [], state: 'Karnataka', gstin: SELLER.gstin, fssaiLicence: null },
    buyer: { name, lines: [], state, gstin: buyer },
    ...{ isWithinState, isSample: false, lines, roundOff },
    ...{ taxable: sum('taxable'), cgst: sum('cgst'), sgst: sum('sgst'), igst: sum('igst') },
    total: add(price, roundOff),
    against: kind === 'invoice' ? null : { number: 'INV26-27/0000001', issuedAt: '2026-10-01T00:00:00Z' },
  }
}
