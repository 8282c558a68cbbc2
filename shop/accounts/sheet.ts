/** Cells of exported tables, with the types that a spreadsheet needs. */
import type { CsvCell } from '#shop/kernel/csv.ts'
import type { Day } from '#shop/kernel/day.ts'
import { type Money, toRupees } from '#shop/kernel/money.ts'

export type SheetCell = CsvCell | { money: Money } | { day: Day }

/** As CSV has it: amounts in rupees, days as '2026-11-21'. */
export function csvCell(cell: SheetCell): CsvCell {
  if (cell === null || typeof cell !== 'object') return cell
  return 'money' in cell ? toRupees(cell.money) : cell.day
}
