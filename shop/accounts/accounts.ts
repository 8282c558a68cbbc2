/** Figures of the accounts, in paise, and cells of their tables. */
import type { CsvCell } from '#shop/kernel/csv.ts'
import type { Day } from '#shop/kernel/day.ts'
import { add, type Money, NO_MONEY, subtract, toRupees } from '#shop/kernel/money.ts'
import type { TaxRate } from '#shop/kernel/tax.ts'

export const DOCUMENT_KINDS = ['invoice', 'credit-note'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** A ZIP without its 64-bit extension holds 65,535 files and 4 GB. */
export const DOCUMENTS_PER_ZIP = 10_000

export type TaxSums = { taxable: Money; cgst: Money; sgst: Money; igst: Money }

export type DocumentSums = TaxSums & { documents: number; roundOff: Money; total: Money }

export type RateRow = TaxSums & { rate: TaxRate }
export type HsnRow = TaxSums & { hsn: string; rate: TaxRate; isBusiness: boolean; units: number }
export type StateRow = TaxSums & { state: string }
export type PartyRow = TaxSums & { isBusiness: boolean }

/** By provider; `count`: payments or refunds. */
export type MoneyRow = { provider: string; count: number; amount: Money }

/** The names of payment providers on pages and in files. */
export const PROVIDERS: Record<string, string> = {
  cod: 'Cash on delivery',
  razorpay: 'Card or UPI by Razorpay',
  sandbox: 'Card, simulated',
  written_off: 'Cash written off, never received',
}

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

/** An omitted property does not filter. */
export type DocumentFilter = {
  from: Day
  to: Day
  kind?: DocumentKind | undefined
  rate?: TaxRate | undefined
  hsn?: string | undefined
  state?: string | undefined
  isBusiness?: boolean | undefined
}

/** Amounts of the lines that match the filter. */
export type RegisterRow = TaxSums & {
  documentId: string
  kind: DocumentKind
  number: string
  day: Day
  orderId: string
  buyer: string
  gstin: string | null
  state: string
  /** Round-off and total are of the whole document. */
  roundOff: Money
  total: Money
}

export function totalTax({ cgst, sgst, igst }: TaxSums): Money {
  return add(cgst, sgst, igst)
}

/** False if the filter selects lines within documents. */
export function listsWholeDocuments({ rate, hsn }: DocumentFilter): boolean {
  return rate === undefined && hsn === undefined
}

export function netOf(invoices: DocumentSums, creditNotes: DocumentSums): Omit<DocumentSums, 'documents'> {
  const net = (name: Exclude<keyof DocumentSums, 'documents'>) => subtract(invoices[name], creditNotes[name])
  return {
    ...{ taxable: net('taxable'), cgst: net('cgst'), sgst: net('sgst'), igst: net('igst') },
    ...{ roundOff: net('roundOff'), total: net('total') },
  }
}

/** Returns net money less net documents. Positive: money not invoiced yet. Negative: invoices not paid yet. */
export function unmatchedMoney({ received, refunded, invoices, creditNotes }: Accounts): Money {
  const sum = (rows: readonly MoneyRow[]) => add(NO_MONEY, ...rows.map(({ amount }) => amount))
  return subtract(subtract(sum(received), sum(refunded)), netOf(invoices, creditNotes).total)
}

export type SheetCell = CsvCell | { money: Money } | { day: Day }

/** Amounts in rupees, days as '2026-11-21'. */
export function csvCell(cell: SheetCell): CsvCell {
  if (cell === null || typeof cell !== 'object') return cell
  return 'money' in cell ? toRupees(cell.money) : cell.day
}
