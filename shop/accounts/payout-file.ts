/**
 * The payment provider's report of its bank transfers, compared with the shop's payments and refunds. The
 * columns are those of Razorpay's combined settlement report: entity_id, type, debit, credit, amount, fee, tax,
 * settlement_id, settlement_utr, settled_at (razorpay.com/docs/api/settlements/fetch-recon), where the fee includes its
 * tax. The dashboard calls the type `transaction_entity`, and has a `fee (exclusive tax)` and days as 21/11/2026.
 */
import {
  type CsvFile,
  cellProblem,
  cellSentence,
  columnLabel,
  findColumns,
  repeatedColumn,
} from '#shop/kernel/csv-file.ts'
import { type Day, dayOf, isDay } from '#shop/kernel/day.ts'
import { groupBy } from '#shop/kernel/group-by.ts'
import { add, type Money, NO_MONEY, paise, subtract } from '#shop/kernel/money.ts'
import { cleanValue } from '#shop/kernel/text.ts'
import { MAX_RUPEES, numberIn, rupeesIn } from '#shop/kernel/typed-number.ts'

export type PayoutKind = 'payment' | 'refund' | 'other'

/** `at`: the line number in the file. `credit`, `debit`: of the bank account. */
export type PayoutLine = {
  at: number
  kind: PayoutKind
  id: string
  amount: Money
  credit: Money
  debit: Money
  fee: Money
  tax: Money
  /** The credit or debit does not fit the amount and fee. False if the file lacks these columns. */
  isShort: boolean
  settlementId: string
  utr: string
  /** The day of the transfer; null if the file lacks the day. */
  day: Day | null
}

/** `id`: the provider's id of the payment or refund. */
export type OwnEntry = { kind: 'payment' | 'refund'; id: string; orderId: string; amount: Money; at: Date }

/** Rupees in the dashboard's report, paise in the API. */
export const PAYOUT_UNITS = ['rupees', 'paise'] as const
export type PayoutUnit = (typeof PAYOUT_UNITS)[number]

export const MAX_PAYOUT_LINES = 50_000

const NAMES = ['entity_id', 'type', 'amount'] as const
/** Without these columns a transfer's sums are unknown. */
const RECORDED = ['settlement_id', 'credit', 'debit', 'fee'] as const
const DASHBOARD_TYPE = 'transaction_entity'
const FEE_WITHOUT_TAX = 'fee_exclusive_tax'
const AMOUNTS = ['amount', 'credit', 'debit', 'fee', FEE_WITHOUT_TAX, 'tax'] as const

const TEXTS = ['settlement_id', 'settlement_utr', 'settled_at']

const PAYOUT_COLUMNS = [...NAMES, DASHBOARD_TYPE, ...AMOUNTS.slice(1), ...TEXTS]

type PayoutRow = Readonly<Record<string, string>>

const MAX_PROBLEMS = 10

/** `isRecorded`: true if the lines are recorded, not only compared. */
export function readPayoutLines(
  { headings, rows }: CsvFile,
  unit: PayoutUnit,
  isRecorded = false,
): { ok: true; lines: PayoutLine[] } | { ok: false; problems: string[] } {
  const repeated = repeatedColumn(headings, PAYOUT_COLUMNS)
  if (repeated) return { ok: false, problems: [repeated] }
  const places = new Map(
    PAYOUT_COLUMNS.flatMap((name) => findColumns(headings, [name]).map((at) => [name, at] as const)),
  )
  const others = { type: DASHBOARD_TYPE, fee: FEE_WITHOUT_TAX } as const
  const missing = [...NAMES, ...(isRecorded ? RECORDED : [])].filter(
    (name) => !places.has(name) && !(name in others && places.has(others[name as keyof typeof others])),
  )
  if (missing.length > 0)
    return {
      ok: false,
      problems: [`The first line must name the columns; ${missing.join(', ')} is missing.`],
    }
  const isText = (name: string) => TEXTS.includes(name)
  const needed = [...places].flatMap(([name, at]) => (isText(name) ? [] : [at]))
  const optional = [...places].flatMap(([name, at]) => (isText(name) ? [at] : []))
  const problems: string[] = []
  const lines = rows.flatMap((row) => {
    const problem = cellProblem(headings, row, needed, optional)
    if (problem) problems.push(`Line ${row.line}, ${cellSentence(problem)}`)
    if (problem || problems.length >= MAX_PROBLEMS) return []
    const cells = Object.fromEntries([...places].map(([name, at]) => [name, cleanValue(row.cells[at] ?? '')]))
    const { line, wrong } = lineOf(row.line, cells, unit)
    for (const [name, message] of wrong) {
      const at = places.get(name) ?? 0
      problems.push(`Line ${row.line}, ${columnLabel({ heading: headings[at] ?? '', at })}: ${message}`)
    }
    return [line]
  })
  return problems.length > 0 ? { ok: false, problems: problems.slice(0, MAX_PROBLEMS) } : { ok: true, lines }
}

/** `wrong`: the invalid columns, each with its problem. */
function lineOf(at: number, row: PayoutRow, unit: PayoutUnit) {
  const amounts = AMOUNTS.map((name) => [name, amountOf(row[name] ?? '', unit)] as const)
  const wrong = amounts.flatMap(([name, amount]): [string, string][] =>
    amount === null ? [[name, `“${(row[name] ?? '').slice(0, 40)}” is no amount in ${unit}.`]] : [],
  )
  const id = row.entity_id ?? ''
  if (!/^[\w-]{1,100}$/.test(id)) wrong.push(['entity_id', `“${id.slice(0, 40)}” is no id.`])
  const { amount, credit, debit, tax, ...rest } = Object.fromEntries(amounts) as Record<
    (typeof AMOUNTS)[number],
    Money
  >
  const fee = FEE_WITHOUT_TAX in row ? add(rest[FEE_WITHOUT_TAX], tax) : rest.fee
  const kind = kindOf(row.type ?? row[DASHBOARD_TYPE] ?? '')
  const isShort = isShortOf({ kind, amount, credit, debit, fee }, row)
  const { settlement_id: settlementId = '', settlement_utr: utr = '' } = row
  const day = dayIn(row.settled_at ?? '')
  return { line: { at, kind, id, amount, credit, debit, fee, tax, isShort, settlementId, utr, day }, wrong }
}

function dayIn(text: string): Day | null {
  if (/^\d{10}$/.test(text)) return dayOf(new Date(Number(text) * 1000))
  const [, day = '', month = '', year = ''] = /^(\d\d)[/-](\d\d)[/-](\d{4}|\d\d)\b/.exec(text) ?? []
  const iso = year ? `${year.padStart(4, '20')}-${month}-${day}` : text.slice(0, 10)
  return isDay(iso) ? iso : null
}

type PayoutAmounts = Pick<PayoutLine, 'kind' | 'amount' | 'credit' | 'debit' | 'fee'>

function isShortOf({ kind, amount, credit, debit, fee }: PayoutAmounts, row: PayoutRow): boolean {
  if (kind === 'payment' && row.credit) return credit !== subtract(amount, fee)
  return kind === 'refund' && Boolean(row.debit) && debit !== amount && debit !== add(amount, fee)
}

function kindOf(type: string): PayoutKind {
  const name = type.toLowerCase()
  return name === 'payment' || name === 'refund' ? name : 'other'
}

/** Returns 0 for an empty cell, null if the text is not an amount. */
function amountOf(text: string, unit: PayoutUnit): Money | null {
  if (text === '') return NO_MONEY
  if (unit === 'rupees') return rupeesIn(text)
  const amount = numberIn(text)
  return Number.isInteger(amount) && amount >= 0 && amount <= MAX_RUPEES * 100 ? paise(amount) : null
}

export type PayoutComparison = {
  matched: number
  /** Entries whose amount or fee differs. */
  differing: { line: PayoutLine; own: OwnEntry }[]
  /** Lines without an entry in the shop, and lines that are twice in the file. */
  unknown: { line: PayoutLine; isTwice: boolean }[]
  /** Entries of the file's period that the file lacks. */
  missing: OwnEntry[]
  settlements: Settlement[]
}

export type Settlement = Pick<PayoutLine, 'utr' | 'day' | 'credit' | 'debit' | 'fee' | 'tax'> & {
  id: string
  lines: number
  net: Money
}

/** `own`: the shop's entries that the file names, and others of the same period. */
export function comparePayout(lines: readonly PayoutLine[], own: readonly OwnEntry[]): PayoutComparison {
  const byId = new Map(own.map((entry) => [`${entry.kind} ${entry.id}`, entry]))
  const seen = new Set<string>()
  const comparison: PayoutComparison = {
    matched: 0,
    differing: [],
    unknown: [],
    missing: [],
    settlements: settlementsOf(lines),
  }
  for (const line of lines.filter(({ kind }) => kind !== 'other')) {
    const key = `${line.kind} ${line.id}`
    const entry = byId.get(key)
    if (!entry || seen.has(key)) comparison.unknown.push({ line, isTwice: entry !== undefined })
    else if (entry.amount === line.amount && !line.isShort) comparison.matched += 1
    else comparison.differing.push({ line, own: entry })
    seen.add(key)
  }
  comparison.missing = own.filter(({ kind, id }) => !seen.has(`${kind} ${id}`))
  return comparison
}

/** Sums the lines of each transfer. */
export function settlementsOf(lines: readonly PayoutLine[]): Settlement[] {
  return [...groupBy(lines, ({ settlementId }) => settlementId)].map(([id, settlementLines]) => {
    const sum = (name: 'credit' | 'debit' | 'fee' | 'tax') =>
      add(NO_MONEY, ...settlementLines.map((line) => line[name]))
    const sums = { credit: sum('credit'), debit: sum('debit'), fee: sum('fee'), tax: sum('tax') }
    const net = subtract(sums.credit, sums.debit)
    const { utr = '', day = null } = settlementLines[0] ?? {}
    return { id, utr, day, lines: settlementLines.length, ...sums, net }
  })
}
