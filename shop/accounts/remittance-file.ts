/** A courier's file of the cash that it transfers, compared with the orders whose cash it has. */
import { type CsvFile, cellProblem, cellSentence, findColumns } from '#shop/kernel/csv-file.ts'
import { formatAmount, type Money, subtract } from '#shop/kernel/money.ts'
import { cleanValue } from '#shop/kernel/text.ts'
import { rupeesIn } from '#shop/kernel/typed-number.ts'
import { TRACKING_HEADINGS } from '#shop/orders/tracking-file.ts'

export const MAX_REMITTANCE_LINES = 1000

/** Headings for the amount collected at the door, before the courier's charges, in order of preference. */
const AMOUNT_HEADINGS = [
  'cod_amount cod_amt cod_value cod_collected cod_collected_amount collected_amount amount_collected cash_collected',
  'collectable_amount cod_remitted remitted_amount remittance_amount order_amount amount',
].flatMap((names) => names.split(' '))

/** `at`: the line number in the file. `amount`: null with a `problem`. */
export type RemittanceLine = {
  at: number
  number: string
  order: string
  amount: Money | null
  problem: string | null
}

/** Returns the lines, or why the file cannot be read. */
export function readRemittance({ headings, rows }: CsvFile): RemittanceLine[] | string {
  const first = (names: readonly string[]) => names.flatMap((name) => findColumns(headings, [name]))[0]
  const [number, order] = [first(TRACKING_HEADINGS.number), first(TRACKING_HEADINGS.order)]
  const amount = first(AMOUNT_HEADINGS)
  if (number === undefined && order === undefined)
    return 'No column names the parcel. Please call it “AWB”, or “Order ID”.'
  if (amount === undefined) return 'No column has the cash. Please call it “COD amount”.'
  return rows.map((row) => {
    const textAt = (at: number | undefined) => (at === undefined ? '' : cleanValue(row.cells[at] ?? ''))
    const needed = [number, order, amount].filter((at) => at !== undefined)
    const cell = cellProblem(headings, row, needed)
    const collected = rupeesIn(textAt(amount))
    const problem = cell ? cellSentence(cell) : collected === null ? 'This is no amount in rupees' : null
    return { at: row.line, number: textAt(number), order: textAt(order), amount: collected, problem }
  })
}

/** Returns how the bank statement (`net`) differs from the cash less charges; null if it does not. */
export function bankDifference({ net, fee }: { net: Money; fee: Money }, cash: Money): string | null {
  const expected = subtract(cash, fee)
  if (net === expected) return null
  return `The bank shows ${formatAmount(net)}, but the cash less charges is ${formatAmount(expected)}. Please check the orders, and enter what the courier kept as charges.`
}

/** Cash of a delivered order, not transferred yet. `carrier` is null for the shop's own delivery. */
export type CashOrder = {
  orderId: string
  customerName: string
  carrier: string | null
  trackingNumber: string | null
  amount: Money
  deliveredAt: Date
}

/** An order that a line names; `cash` is null unless a courier has its cash. */
export type RemittedOrder = { at: number; orderId: string; isReceived: boolean; cash: CashOrder | null }

export type RemittanceDifference = { line: RemittanceLine; orderId: string | null; problem: string }

export type RemittanceComparison = { matched: CashOrder[]; differing: RemittanceDifference[] }

export function compareRemittance(
  lines: readonly RemittanceLine[],
  found: readonly RemittedOrder[],
): RemittanceComparison {
  const comparison: RemittanceComparison = { matched: [], differing: [] }
  const seen = new Set<string>()
  for (const line of lines) {
    const orders = found.filter(({ at }) => at === line.at)
    const [order] = orders
    const problem = line.problem ?? problemOf(line, orders, seen)
    if (order) seen.add(order.orderId)
    if (problem) comparison.differing.push({ line, orderId: order?.orderId ?? null, problem })
    else if (order?.cash) comparison.matched.push(order.cash)
  }
  return comparison
}

function problemOf(line: RemittanceLine, orders: readonly RemittedOrder[], seen: ReadonlySet<string>) {
  const [order, another] = orders
  if (!order) return 'The shop has no such order'
  if (another) return 'Tracking number and order belong to different orders'
  if (seen.has(order.orderId)) return 'Another line has this order'
  if (order.isReceived) return 'This cash was received before'
  if (!order.cash) return 'This order is no delivered cash order'
  return order.cash.amount === line.amount ? null : `The order’s cash is ${formatAmount(order.cash.amount)}`
}
