import type { SheetCell } from '#shop/accounts/accounts.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { NO_MONEY, subtract } from '#shop/kernel/money.ts'
import { type PaySheet, ratePerUnit } from '#shop/programme/pay-sheet.ts'
import { paySheetWords } from '#shop/programme/pay-sheet-words.ts'
import { taskNameIn, unitIn } from '#shop/programme/task-words.ts'
import type { WrittenLanguage } from '#shop/programme/worker.ts'

/** A pay sheet as rows of a workbook: the work with its totals, then the sums by member, then the transfers. */
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
        unitIn(language, row.unit),
        { money: ratePerUnit(row) },
        { money: row.amount },
        { day: dayOf(row.confirmedAt) },
        row.confirmedBy ?? words.closedAccount,
        null,
      ]
    })
    return [...rows, total(words.totalOf(worker.workerName), worker.sums.earned)]
  })
  const sumCells = (label: string, one: Pick<PaySheet, 'opening' | 'sums' | 'closing'>): SheetCell[] => [
    null,
    label,
    { money: one.opening },
    { money: one.sums.earned },
    { money: one.sums.paid },
    { money: one.sums.reversed },
    { money: one.closing },
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
