/** The figures of the accounts. All amounts in paise. */
import type { Day } from '#shop/kernel/day.ts'
import { add, type Money, NO_MONEY, subtract } from '#shop/kernel/money.ts'
import type { TaxRate } from '#shop/kernel/tax.ts'

export const DOCUMENT_KINDS = ['invoice', 'credit-note'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export type TaxSums = { taxable: Money; cgst: Money; sgst: Money; igst: Money }

/** Documents of one kind. */
export type DocumentSums = TaxSums & { documents: number; roundOff: Money; total: Money }

/** Invoices less credit notes. */
export type RateRow = TaxSums & { rate: TaxRate }
export type HsnRow = TaxSums & { hsn: string; rate: TaxRate; isBusiness: boolean; units: number }
export type StateRow = TaxSums & { state: string }
export type PartyRow = TaxSums & { isBusiness: boolean }

/** Money that came in or was paid back, by provider; `count`: how many payments or refunds. */
export type MoneyRow = { provider: string; count: number; amount: Money }

export type Accounts = {
  invoices: DocumentSums
  creditNotes: DocumentSums
  byRate: RateRow[]
  byHsn: HsnRow[]
  byState: StateRow[]
  byParty: PartyRow[]
  received: MoneyRow[]
  refunded: MoneyRow[]
}

/** Which documents a list shows. Left out: all. */
export type DocumentFilter = {
  from: Day
  to: Day
  kind?: DocumentKind | undefined
  rate?: TaxRate | undefined
  hsn?: string | undefined
  state?: string | undefined
  isBusiness?: boolean | undefined
}

/** A document of a register. The amounts are those of its lines that the filter names. */
export type RegisterRow = TaxSums & {
  documentId: string
  kind: DocumentKind
  number: string
  day: Day
  orderId: string
  buyer: string
  gstin: string | null
  state: string
  /** Of the whole document. */
  roundOff: Money
  total: Money
}

export function totalTax({ cgst, sgst, igst }: TaxSums): Money {
  return add(cgst, sgst, igst)
}

/** True when the filter leaves whole documents, not some of their lines. */
export function listsWhole({ rate, hsn }: DocumentFilter): boolean {
  return rate === undefined && hsn === undefined
}

/** What was invoiced less what was credited. */
export function netOf(invoices: DocumentSums, creditNotes: DocumentSums): Omit<DocumentSums, 'documents'> {
  const less = (name: Exclude<keyof DocumentSums, 'documents'>) => subtract(invoices[name], creditNotes[name])
  return {
    ...{ taxable: less('taxable'), cgst: less('cgst'), sgst: less('sgst'), igst: less('igst') },
    ...{ roundOff: less('roundOff'), total: less('total') },
  }
}

/**
 * Received less refunded less the net of the documents: above zero for money whose invoice is not yet issued, or goods
 * paid in an earlier period the other way round.
 */
export function moneyBetween({ received, refunded, invoices, creditNotes }: Accounts): Money {
  const sum = (rows: readonly MoneyRow[]) => add(NO_MONEY, ...rows.map(({ amount }) => amount))
  return subtract(subtract(sum(received), sum(refunded)), netOf(invoices, creditNotes).total)
}
