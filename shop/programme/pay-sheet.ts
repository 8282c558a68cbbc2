/** A month's pay of one self-help group, in the order of columns in which such groups keep their books. */
import type { Day } from '#shop/kernel/day.ts'
import { add, type Money, NO_MONEY, partOf } from '#shop/kernel/money.ts'
import { type Balance, type PayKind, toBalance } from '#shop/programme/pay.ts'

/** The name of the sheet of work without a group, in addresses. */
export const NO_GROUP = 'none'

/** One confirmed task. The amount was agreed for the whole task; the rate follows from it. */
export type SheetRow = {
  entryId: number
  userId: string
  workerName: string
  taskName: string
  taskNameHi: string
  /** What was accepted and is paid for: 11 when 11 of 50 were approved. */
  quantity: number
  unit: string
  amount: Money
  confirmedAt: Date
  /** Null for an account that was closed. */
  confirmedBy: string | null
}

/** One transfer to a worker, or its return, as far as it is for work in this group. */
export type SheetPayment = {
  userId: string
  workerName: string
  kind: Exclude<PayKind, 'earned'>
  amount: Money
  payoutNumber: number
  reference: string | null
  at: Date
}

/** A worker's sums; `opening` and `closing` are owed at the beginning and at the end of the month. */
export type SheetWorker = {
  userId: string
  workerName: string
  rows: SheetRow[]
  opening: Money
  sums: Balance
  closing: Money
}

export type PaySheet = {
  /** Null: work that was done in no group. */
  group: { id: string; name: string; place: string } | null
  brand: string
  /** The first day of the month, in India. */
  month: Day
  printedAt: Date
  workers: SheetWorker[]
  payments: SheetPayment[]
  opening: Money
  sums: Balance
  closing: Money
}

/** A group's sheet in the list of a month. */
export type PaySheetSummary = {
  groupId: string | null
  groupName: string | null
  workers: number
  tasks: number
  sums: Balance
}

/** What one unit pays: the amount by the quantity, rounded half up to the paisa. */
export function ratePerUnit({ amount, quantity }: Pick<SheetRow, 'amount' | 'quantity'>): Money {
  return partOf(amount, quantity)
}

/** The ledger's sums of one worker and group: before the month, and of each kind within it. */
export type WorkerSums = {
  userId: string
  workerName: string
  opening: Money
  earned: Money
  paid: Money
  reversed: Money
}

/** The workers of a sheet with their rows, and the sums of all. A worker's sums are those of the ledger. */
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
