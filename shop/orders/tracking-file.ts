/** A carrier's file of tracking numbers, compared with the orders that wait to be shipped. */
import { isTrackingNumber, NO_TRACKING_NUMBER } from '#shop/orders/carriers.ts'
import type { PackingStage } from '#shop/orders/packing.ts'

/** `at` is the line in the file; `order` is an id, its beginning, or an invoice number. */
export type TrackingLine = { at: number; order: string; number: string; carrier: string }

export const MAX_TRACKING_LINES = 200

/** Names of the columns in files of carriers and shops, in lower case with '_' for everything but letters and digits. */
const COLUMNS = {
  order: [
    ...[
      'order',
      'order_id',
      'order_no',
      'order_number',
      'reference',
      'reference_no',
      'reference_number',
      'ref_no',
    ],
    ...[
      'client_order_id',
      'customer_reference',
      'credit_reference_no',
      'invoice',
      'invoice_no',
      'invoice_number',
    ],
  ],
  number: [
    ...[
      'tracking_number',
      'tracking_no',
      'tracking_id',
      'tracking',
      'awb',
      'awb_no',
      'awb_number',
      'waybill',
    ],
    ...[
      'waybill_no',
      'waybill_number',
      'consignment_no',
      'consignment_number',
      'article_number',
      'article_no',
    ],
    ...['barcode_no', 'docket_no', 'docket_number', 'shipment_id'],
  ],
  carrier: ['carrier', 'courier', 'courier_name', 'courier_partner', 'transporter', 'logistics_partner'],
}

/** The lines of a file's rows (texts by column name; the first row is line 2), or the problem with the whole file. */
export function readTrackingLines(
  rows: readonly Readonly<Record<string, string>>[],
): TrackingLine[] | string {
  const [first] = rows
  if (!first) return 'There are no rows in this file'
  if (rows.length > MAX_TRACKING_LINES) return `At most ${MAX_TRACKING_LINES} rows at a time`
  const columnOf = (kind: keyof typeof COLUMNS) => COLUMNS[kind].find((name) => name in first)
  const [order, number, carrier] = [columnOf('order'), columnOf('number'), columnOf('carrier')]
  const missing = [
    ...(order ? [] : ['the order (order_id)']),
    ...(number ? [] : ['the number (tracking_number)']),
  ]
  if (!order || !number) return `The first line must name the columns; missing: ${missing.join(' and ')}`
  return rows.map((row, index) => ({
    at: index + 2,
    order: (row[order] ?? '').trim(),
    number: (row[number] ?? '').trim(),
    carrier: carrier ? (row[carrier] ?? '').trim() : '',
  }))
}

/** An order that a line names. `stage`: null when it is not to be packed or shipped. */
export type NamedOrder = {
  id: string
  version: number
  customerName: string
  stage: PackingStage | null
  /** Another order that has this line's number. */
  numberTakenBy: string | null
}

export type CheckedLine = TrackingLine & { found: NamedOrder | null; problem: string | null }

/** Says for each line whether its order can be shipped with it; `found` has the orders of the lines in their sequence. */
export function checkLines(
  lines: readonly TrackingLine[],
  found: readonly (NamedOrder | 'ambiguous' | null)[],
): CheckedLine[] {
  const numbers = timesOf(lines.map(({ number }) => number.toLowerCase()))
  const orders = timesOf(found.map((one) => (one && one !== 'ambiguous' ? one.id : '')))
  return lines.map((line, at) => {
    const named = found[at] ?? null
    if (named === 'ambiguous') return { ...line, found: null, problem: 'Several orders begin like this' }
    return { ...line, found: named, problem: problemOf(line, named, { numbers, orders }) }
  })
}

type Times = ReadonlyMap<string, number>

function problemOf(
  line: TrackingLine,
  named: NamedOrder | null,
  seen: { numbers: Times; orders: Times },
): string | null {
  if (line.order === '') return 'No order is named'
  if (!named) return 'There’s no such order'
  if (line.number === '') return 'The tracking number is missing'
  if (line.number.length > 100 || !isTrackingNumber(line.number)) return NO_TRACKING_NUMBER
  if ((seen.orders.get(named.id) ?? 0) > 1) return 'This order is in the file twice'
  if ((seen.numbers.get(line.number.toLowerCase()) ?? 0) > 1) return 'This number is in the file twice'
  if (named.numberTakenBy) return 'Another order has this number'
  return STAGE_PROBLEMS[named.stage ?? 'none']
}

const STAGE_PROBLEMS: Record<PackingStage | 'none', string | null> = {
  none: 'This order isn’t waiting to be shipped',
  confirm: 'This order isn’t confirmed yet',
  pack: 'This order isn’t packed yet',
  ship: null,
}

function timesOf(values: readonly string[]): Times {
  const times = new Map<string, number>()
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1)
  return times
}
