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
import type { UpiAddress } from '#shop/programme/upi.ts'
import type { Language } from '#shop/programme/worker.ts'

export const PAY_KINDS = ['earned', 'paid', 'reversed'] as const
export type PayKind = (typeof PAY_KINDS)[number]

export type PayEntry = {
  id: number
  kind: PayKind
  amount: Money
  workLogId: string
  taskName: string
  taskNameHi: string
  reference: string | null
  createdAt: Date
}

export type Balance = { earned: Money; paid: Money; reversed: Money; owed: Money }

/** The balance after these entries: owed = earned - paid + reversed. Never below zero. */
export function balanceOf(entries: readonly Pick<PayEntry, 'kind' | 'amount'>[]): Balance {
  const sum = (kind: PayKind) =>
    add(NO_MONEY, ...entries.filter((entry) => entry.kind === kind).map((entry) => entry.amount))
  return toBalance(sum('earned'), sum('paid'), sum('reversed'))
}

/** A worker's pay at this moment. The two sums on their way to her add up to what she is owed. */
export type PayNow = {
  /** The first and the last day of this week, Monday and Sunday, in India. */
  week: { from: Day; to: Day }
  /** The work that was approved in this week. */
  earnedThisWeek: Money
  /** Approved, and in no payout yet. */
  notInPayout: Money
  /** In a payout that is not paid yet. */
  inPayout: Money
}

/** The balance of these totals: what was earned, less paid, plus reversed, is owed. */
export function toBalance(earned: Money, paid: Money, reversed: Money): Balance {
  return { earned, paid, reversed, owed: add(subtract(earned, paid), reversed) }
}

/**
 * `waiting`: in a payout, not paid yet. `dropped`: removed from it before payment. `returned`: paid, but the transfer
 * came back.
 */
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
  /** The stored address is not this line's, so it is not shown: somebody wrote to the database. */
  isUpiRefused: boolean
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
  /** False once whoever made or approved it may make payouts no longer. */
  makerMayPay: boolean
  approverMayPay: boolean
  /** Null until a second person approved it; most payouts need none. */
  approvedAt: Date | null
  approvedByName: string | null
  /** The amount to compare with the limit (`outgoingSum`). */
  outgoingSum: Money
  lines: PayoutLine[]
}

/** What the payout moves, paid or not; lines that were taken out or came back are left out. */
export function payoutTotal(lines: readonly Pick<PayoutLine, 'state' | 'amount'>[]): Money {
  const counted = lines.filter(({ state }) => state === 'waiting' || state === 'paid')
  return add(NO_MONEY, ...counted.map(({ amount }) => amount))
}

/**
 * True while the payout has something to pay and needs the approval of a second person. An approval counts as long as both
 * persons may make payouts.
 */
export function awaitsApproval(
  {
    approvedAt,
    makerMayPay,
    approverMayPay,
    outgoingSum,
    lines,
  }: Pick<Payout, 'approvedAt' | 'makerMayPay' | 'approverMayPay' | 'outgoingSum' | 'lines'>,
  above: Money | null,
): boolean {
  if (above === null || outgoingSum <= above) return false
  const isApproved = approvedAt !== null && makerMayPay && approverMayPay
  return !isApproved && lines.some(({ state }) => state === 'waiting')
}

/** A payout in the list, without dropped lines. */
export type PayoutSummary = {
  id: string
  number: number
  createdAt: Date
  workers: number
  total: Money
  waiting: number
  confirmed: number
}

/** A worker's line in a payout made now, to the address that counts now. */
export type PayableWorker = UpiAddress & {
  userId: string
  workerName: string
  tasks: number
  amount: Money
}

export type PayQuestion = {
  id: string
  userId: string
  workerName: string
  payoutLineId: string | null
  payoutNumber: number | null
  question: string
  askedAt: Date
  answer: string | null
  answeredAt: Date | null
  /** The worker's group now; null without one. */
  groupId: string | null
  groupName: string | null
  /** When a coordinator left it to the admins. */
  forAdminsAt: Date | null
}

/** The pay for `done` of a task's pieces, rounded down to the paisa; never nothing. */
export function paymentFor(
  { paymentAmount, quantity }: { paymentAmount: Money; quantity: number },
  done: number,
): Money {
  return larger(paise(1), proportionOf(paymentAmount, done, quantity))
}

/** Where the reference of a transfer is recorded already. A returned payment had it too. */
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

/** A reference without capitals and separators, in which notations of the same one differ. */
export function plainReference(reference: string): string {
  return reference.replaceAll(/[-/_]/g, '').toUpperCase()
}

/** The references that stand more than once among these, each once, as first written. */
export function repeatedReferences(references: readonly string[]): string[] {
  const plain = references.map(plainReference)
  return references.filter(
    (_, at) => plain.indexOf(plain[at] ?? '') === at && plain.lastIndexOf(plain[at] ?? '') !== at,
  )
}

/** Pay is visible to its worker and to admins. */
export function canSeePay(actor: Actor, userId: string): boolean {
  return may(actor, 'payouts') || isSelf(actor, userId)
}

/** The payment per hour of the expected time, rounded half up to the paisa. */
export function hourlyRate(payment: Money, expectedMinutes: number): Money {
  return partOf(payment, expectedMinutes / 60)
}

/** A task's pay per hour of the time expected for what it pays for; null without an expected time. */
export function taskHourlyRate({
  paymentAmount,
  expectedMinutes,
  quantity,
  approvedQuantity,
}: Pick<Task, 'paymentAmount' | 'expectedMinutes' | 'quantity' | 'approvedQuantity'>): Money | null {
  if (expectedMinutes === null) return null
  return hourlyRate(paymentAmount, (expectedMinutes * (approvedQuantity ?? quantity)) / quantity)
}

/** True when the task pays less per hour than the shop's minimum. */
export function paysTooLittle(payment: Money, expectedMinutes: number, minimum: Money): boolean {
  return times(payment, 60) < times(minimum, expectedMinutes)
}
