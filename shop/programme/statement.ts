/** A worker's printed statement of one month, in English or Hindi. */
import type { Day } from '#shop/kernel/day.ts'
import { add, type Money, subtract } from '#shop/kernel/money.ts'
import { type Balance, balanceOf, type PayEntry } from '#shop/programme/pay.ts'
import type { WrittenLanguage } from '#shop/programme/worker.ts'

export type Statement = {
  workerName: string
  groupName: string | null
  language: WrittenLanguage
  brand: string
  /** The first day of the month, in India. */
  month: Day
  printedAt: Date
  /** The amounts owed at the beginning and at the end of the month. */
  opening: Money
  closing: Money
  sums: Balance
  entries: PayEntry[]
}

/** The first day of '2026-11'; null for an invalid month. */
export function statementMonth(text: string): Day | null {
  return /^20\d{2}-(0[1-9]|1[0-2])$/.test(text) ? `${text}-01` : null
}

/** The amount owed after the entries of a month. */
export function closingOf(opening: Money, entries: readonly PayEntry[]): Money {
  const { earned, paid, reversed } = balanceOf(entries)
  return add(subtract(add(opening, earned), paid), reversed)
}
