/** The programme's pay: an append-only ledger, and payouts that settle it. */
import { type Actor, isSelf } from '#shop/kernel/actor.ts'
import type { Day } from '#shop/kernel/day.ts'
import {
  add,
  formatAmount,
  larger,
  type Money,
  NO_MONEY,
  paise,
  partOf,
  proportionOf,
  subtract,
  times,
} from '#shop/kernel/money.ts'
import { may } from '#shop/kernel/permissions.ts'
import { formatDay } from '#shop/kernel/time.ts'
import type { Task } from '#shop/programme/task.ts'
import type { Language, WrittenLanguage } from '#shop/programme/worker.ts'

export const PAY_KINDS = ['earned', 'paid', 'reversed'] as const
export type PayKind = (typeof PAY_KINDS)[number]

export type PayEntry = {
  id: number
  kind: PayKind
  amount: Money
  workLogId: string
  taskName: string
  taskNameHi: string
  /** Number of accepted pieces. */
  quantity: number
  unit: string
  reference: string | null
  createdAt: Date
}

export type Balance = { earned: Money; paid: Money; reversed: Money; owed: Money }

/** Returns what is owed, earned and paid: owed = earned - paid + reversed, never negative. */
export function balanceOf(entries: readonly Pick<PayEntry, 'kind' | 'amount'>[]): Balance {
  const sum = (kind: PayKind) =>
    add(NO_MONEY, ...entries.filter((entry) => entry.kind === kind).map((entry) => entry.amount))
  return toBalance(sum('earned'), sum('paid'), sum('reversed'))
}

export function toBalance(earned: Money, paid: Money, reversed: Money): Balance {
  return { earned, paid, reversed, owed: add(subtract(earned, paid), reversed) }
}

/** `dropped`: removed before it was paid. `returned`: paid, but the transfer came back or was recorded by mistake. */
export const PAYOUT_LINE_STATES = ['waiting', 'paid', 'dropped', 'returned'] as const
export type PayoutLineState = (typeof PAYOUT_LINE_STATES)[number]

export type PayoutLine = {
  id: string
  payoutId: string
  payoutNumber: number
  userId: string
  workerName: string
  language: Language
  groupName: string | null
  upiId: string | null
  /** True if the stored address cannot be decrypted; `upiId` is then null. */
  isUpiCorrupt: boolean
  amount: Money
  state: PayoutLineState
  reference: string | null
  createdAt: Date
  paidAt: Date | null
  confirmedAt: Date | null
  closedNote: string | null
  tasks: { id: string; taskName: string; taskNameHi: string; amount: Money }[]
}

export type Payout = {
  id: string
  number: number
  createdAt: Date
  createdBy: string | null
  createdByName: string | null
  /** False if this person's role no longer includes payouts. */
  makerMayPay: boolean
  approverMayPay: boolean
  /** Null until a second person approves it. */
  approvedAt: Date | null
  approvedByName: string | null
  /** The sum to compare with the two-person limit. */
  outgoingSum: Money
  lines: PayoutLine[]
}

/** Sums waiting and paid lines, but not dropped and returned lines. */
export function payoutTotal(lines: readonly Pick<PayoutLine, 'state' | 'amount'>[]): Money {
  const included = lines.filter(({ state }) => state === 'waiting' || state === 'paid')
  return add(NO_MONEY, ...included.map(({ amount }) => amount))
}

/** True while a payout above the limit has waiting lines and no valid approval. */
export function awaitsApproval(
  payout: Pick<Payout, 'approvedAt' | 'makerMayPay' | 'approverMayPay' | 'outgoingSum' | 'lines'>,
  above: Money | null,
): boolean {
  const { approvedAt, makerMayPay, approverMayPay, outgoingSum, lines } = payout
  if (above === null || outgoingSum <= above) return false
  const isApproved = approvedAt !== null && makerMayPay && approverMayPay
  return !isApproved && lines.some(({ state }) => state === 'waiting')
}

/** Returns the pay for the accepted pieces, rounded down to the paisa, but at least one paisa. */
export function paymentFor(
  { paymentAmount, quantity }: { paymentAmount: Money; quantity: number },
  accepted: number,
): Money {
  return larger(paise(1), proportionOf(paymentAmount, accepted, quantity))
}

/** A payment with this reference, even if it was returned. */
export type ReferenceUse = {
  reference: string
  payoutNumber: number
  workerName: string
  amount: Money
  paidAt: Date
}

/** 'UTR-77 is the reference of ₹400 to Rekha in payout 3, paid on 12 November 2026.' */
export function referenceUseLine({ reference, payoutNumber, workerName, amount, paidAt }: ReferenceUse) {
  return `${reference} is the reference of ${formatAmount(amount)} to ${workerName} in payout ${payoutNumber}, paid on ${formatDay(paidAt)}.`
}

/** Removes separators and case, so that notations of one reference are equal. */
export function plainReference(reference: string): string {
  return reference.replaceAll(/[-/_]/g, '').toUpperCase()
}

/** Returns references that occur more than once, in their first notation. */
export function repeatedReferences(references: readonly string[]): string[] {
  const plain = references.map(plainReference)
  return references.filter(
    (_, at) => plain.indexOf(plain[at] ?? '') === at && plain.lastIndexOf(plain[at] ?? '') !== at,
  )
}

export function canSeePay(actor: Actor, userId: string): boolean {
  return may(actor, 'payouts') || isSelf(actor, userId)
}

/** Returns the pay per hour, rounded half up to the paisa. */
export function hourlyRate(payment: Money, minutes: number): Money {
  return partOf(payment, minutes / 60)
}

/** Returns the pay per hour by the expected time. Null without an expected time. */
export function taskHourlyRate({
  paymentAmount,
  expectedMinutes,
  quantity,
  approvedQuantity,
}: Pick<Task, 'paymentAmount' | 'expectedMinutes' | 'quantity' | 'approvedQuantity'>): Money | null {
  if (expectedMinutes === null) return null
  return hourlyRate(paymentAmount, (expectedMinutes * (approvedQuantity ?? quantity)) / quantity)
}

export function paysTooLittle(payment: Money, expectedMinutes: number, minimum: Money): boolean {
  return times(payment, 60) < times(minimum, expectedMinutes)
}

/** `opening`, `closing`: owed at the start and end of the month. */
export type MonthSums = { opening: Money; sums: Balance; closing: Money }

export type Statement = MonthSums & {
  workerName: string
  groupName: string | null
  language: WrittenLanguage
  brand: string
  /** The first day of the month. */
  month: Day
  printedAt: Date
  entries: PayEntry[]
}

/** Returns the first day of '2026-11', or null. */
export function statementMonth(text: string): Day | null {
  return /^20\d{2}-(0[1-9]|1[0-2])$/.test(text) ? `${text}-01` : null
}

export function closingOf(opening: Money, entries: readonly PayEntry[]): Money {
  const { earned, paid, reversed } = balanceOf(entries)
  return add(subtract(add(opening, earned), paid), reversed)
}
