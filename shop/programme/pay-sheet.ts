/** A month's pay of one self-help group, in the order of columns in which such groups keep their books. */
import type { Day } from '#shop/kernel/day.ts'
import { add, type Money, NO_MONEY, partOf } from '#shop/kernel/money.ts'
import { type Balance, type PayKind, toBalance } from '#shop/programme/pay.ts'

/** Names the sheet of work in no group in URLs. */
export const NO_GROUP = 'none'

/** A confirmed task. Its amount was agreed for the whole task. */
export type SheetRow = {
  entryId: number
  userId: string
  workerName: string
  taskName: string
  taskNameHi: string
  /** Accepted and paid. */
  quantity: number
  unit: string
  amount: Money
  confirmedAt: Date
  /** Null for a closed account. */
  confirmedBy: string | null
}

/** A transfer or its return, as far as it concerns this group's work. */
export type SheetPayment = {
  userId: string
  workerName: string
  kind: Exclude<PayKind, 'earned'>
  amount: Money
  payoutNumber: number
  reference: string | null
  at: Date
}

/** `opening`, `closing`: owed at the start and end of the month. */
export type SheetWorker = {
  userId: string
  workerName: string
  rows: SheetRow[]
  opening: Money
  sums: Balance
  closing: Money
}

export type PaySheet = {
  /** Null: work in no group. */
  group: { id: string; name: string; place: string } | null
  brand: string
  /** Its first day. */
  month: Day
  printedAt: Date
  workers: SheetWorker[]
  payments: SheetPayment[]
  opening: Money
  sums: Balance
  closing: Money
}

export type PaySheetSummary = {
  groupId: string | null
  groupName: string | null
  workers: number
  tasks: number
  sums: Balance
}

/** Rounded half up to the paisa. */
export function ratePerUnit({ amount, quantity }: Pick<SheetRow, 'amount' | 'quantity'>): Money {
  return partOf(amount, quantity)
}

/** `opening`: before the month; the rest within it. */
export type WorkerSums = {
  userId: string
  workerName: string
  opening: Money
  earned: Money
  paid: Money
  reversed: Money
}

/** Builds the sheet; each worker's sums are the ledger's. */
export function paySheetOf(
  about: Pick<PaySheet, 'group' | 'brand' | 'month' | 'printedAt' | 'payments'>,
  rows: readonly SheetRow[],
  workerSums: readonly WorkerSums[],
): PaySheet {
  const workers = workerSums.map(({ earned, paid, reversed, ...worker }) => {
    const sums = toBalance(earned, paid, reversed)
    return {
      ...worker,
      rows: rows.filter(({ userId }) => userId === worker.userId),
      sums,
      closing: add(worker.opening, sums.owed),
    }
  })
  const sumOf = (pick: (worker: SheetWorker) => Money) => add(NO_MONEY, ...workers.map(pick))
  const opening = sumOf((worker) => worker.opening)
  const sums = toBalance(
    sumOf((worker) => worker.sums.earned),
    sumOf((worker) => worker.sums.paid),
    sumOf((worker) => worker.sums.reversed),
  )
  return { ...about, workers, opening, sums, closing: add(opening, sums.owed) }
}
