/** A month's pay of one self-help group. The columns have the order of such groups' account books. */
import { type Day, dayOf } from '#shop/kernel/day.ts'
import { add, type Money, NO_MONEY, partOf, subtract } from '#shop/kernel/money.ts'
import { type Balance, type MonthSums, type PayEntry, type PayKind, toBalance } from '#shop/programme/pay.ts'
import { paySheetWords } from '#shop/programme/pay-sheet-words.ts'
import { taskNameIn, unitIn } from '#shop/programme/task-words.ts'
import type { Group, WrittenLanguage } from '#shop/programme/worker.ts'

type SheetCell = string | number | null | { money: Money } | { day: Day }

/** The URL segment of the sheet for work in no group. */
export const NO_GROUP = 'none'

/** A confirmed task. Its amount was agreed for the whole task. */
export type SheetRow = Pick<PayEntry, 'taskName' | 'taskNameHi' | 'quantity' | 'unit' | 'amount'> & {
  entryId: number
  userId: string
  workerName: string
  confirmedAt: Date
  /** CLOSED_ACCOUNT for a closed account, null if the user's row was deleted. */
  confirmedBy: string | null
}

/** A transfer or its return; `amount` covers this group's work only. */
export type SheetPayment = {
  userId: string
  workerName: string
  kind: Exclude<PayKind, 'earned'>
  amount: Money
  payoutNumber: number
  reference: string | null
  at: Date
}

export type SheetWorker = MonthSums & {
  userId: string
  workerName: string
  rows: SheetRow[]
}

export type PaySheet = MonthSums & {
  /** Null: work in no group. */
  group: Group | null
  brand: string
  /** The first day of the month. */
  month: Day
  printedAt: Date
  workers: SheetWorker[]
  payments: SheetPayment[]
}

export type PaySheetSummary = {
  groupId: string | null
  groupName: string | null
  workers: number
  tasks: number
  sums: Balance
}

/** Returns the pay per unit, rounded half up to the paisa. */
export function ratePerUnit({ amount, quantity }: Pick<SheetRow, 'amount' | 'quantity'>): Money {
  return partOf(amount, quantity)
}

/** `opening`: owed before the month. The others are sums of the month. */
export type WorkerSums = { userId: string; workerName: string; opening: Money } & Omit<Balance, 'owed'>

/** Builds the sheet. `workerSums` come from the ledger. */
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

/** Returns the rows of a workbook: work with totals, then sums by member, then transfers. */
export function sheetCells(sheet: PaySheet, language: WrittenLanguage): SheetCell[][] {
  const words = paySheetWords(language)
  const { group, month, workers, payments, opening, sums, closing } = sheet
  const total = (label: string, earned: PaySheet['opening']): SheetCell[] => [
    null,
    label,
    ...[null, null, null, null],
    { money: earned },
  ]
  let number = 0
  const work = workers.flatMap((worker): SheetCell[][] => {
    if (worker.rows.length === 0) return []
    const rows = worker.rows.map((row): SheetCell[] => {
      number += 1
      return [
        number,
        row.workerName,
        taskNameIn(language, row),
        row.quantity,
        unitIn(language, row.unit, row.quantity),
        { money: ratePerUnit(row) },
        { money: row.amount },
        { day: dayOf(row.confirmedAt) },
        row.confirmedBy ?? words.closedAccount,
        null,
      ]
    })
    return [...rows, total(words.totalOf(worker.workerName), worker.sums.earned)]
  })
  const sumCells = (label: string, part: Pick<PaySheet, 'opening' | 'sums' | 'closing'>): SheetCell[] => [
    null,
    label,
    { money: part.opening },
    { money: part.sums.earned },
    { money: part.sums.paid },
    { money: part.sums.reversed },
    { money: part.closing },
  ]
  return [
    [words.title],
    [words.group, group ? `${group.name}, ${group.place}` : words.noGroup],
    [words.month, { day: month }],
    [],
    [
      ...[words.number, words.name, words.particulars, words.quantity, words.unit, words.rate, words.amount],
      ...[words.confirmed, words.confirmedBy, words.signature],
    ],
    ...work,
    total(words.total, sums.earned),
    [words.rateNote],
    [],
    [words.sums],
    [null, words.name, words.opening, words.earned, words.paid, words.reversed, words.closing],
    ...workers.map((worker) => sumCells(worker.workerName, worker)),
    sumCells(words.total, { opening, sums, closing }),
    [],
    [words.payments],
    [null, words.name, words.day, words.kind, words.payout, words.reference, words.amount],
    ...payments.map((payment): SheetCell[] => [
      null,
      payment.workerName,
      { day: dayOf(payment.at) },
      words[payment.kind],
      payment.payoutNumber,
      payment.reference,
      { money: payment.kind === 'reversed' ? subtract(NO_MONEY, payment.amount) : payment.amount },
    ]),
  ]
}
