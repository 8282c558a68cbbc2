/** A carrier's file of tracking numbers, compared with the orders that wait to be shipped. */
import { columnName } from '#shop/kernel/csv.ts'
import { isTrackingNumber, NO_TRACKING_NUMBER } from '#shop/orders/carriers.ts'
import type { PackingStage } from '#shop/orders/packing.ts'

/** `at` is the line in the file; `order` is an id, its beginning, or an invoice number. */
export type TrackingLine = { at: number; order: string; number: string; carrier: string }

export const MAX_TRACKING_LINES = 200
export const MAX_CARRIER_LENGTH = 100

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

export type ColumnKind = keyof typeof COLUMNS
/** A column that an admin can choose: its place in the file, its heading and the first text in it. */
export type ColumnChoice = { at: number; heading: string; example: string }
/** The chosen columns, by their places. */
export type ChosenColumns = Partial<Record<ColumnKind, number>>

export type ReadFile =
  | { kind: 'lines'; lines: TrackingLine[] }
  | { kind: 'problem'; problem: string }
  /** Several columns can be meant; nothing is read before one is chosen. */
  | { kind: 'choose'; choices: Partial<Record<ColumnKind, ColumnChoice[]>> }

/**
 * The lines of a file (its first row names the columns; `numbers` has the line of each row), the problem with the whole file, or the columns
 * among which an admin has to choose.
 */
export function readTrackingLines(
  [headings = [], ...rows]: readonly (readonly string[])[],
  chosen: ChosenColumns = {},
  numbers: readonly number[] = [],
): ReadFile {
  if (rows.length === 0) return { kind: 'problem', problem: 'There are no rows in this file' }
  if (rows.length > MAX_TRACKING_LINES)
    return { kind: 'problem', problem: `At most ${MAX_TRACKING_LINES} rows at a time` }
  const found = {
    order: columnsFor('order', headings, rows, chosen),
    number: columnsFor('number', headings, rows, chosen),
    carrier: columnsFor('carrier', headings, rows, chosen),
  }
  const missing = [
    ...(found.order.length > 0 ? [] : ['the order (order_id)']),
    ...(found.number.length > 0 ? [] : ['the number (tracking_number)']),
  ]
  if (missing.length > 0) {
    const problem = `The first line must name the columns; missing: ${missing.join(' and ')}`
    return { kind: 'problem', problem }
  }
  const several = Object.entries(found).filter(([, choices]) => choices.length > 1)
  if (several.length > 0) return { kind: 'choose', choices: Object.fromEntries(several) }
  const textIn = (row: readonly string[], [column]: ColumnChoice[]) =>
    column ? (row[column.at] ?? '').trim() : ''
  const lines = rows.map((row, index) => ({
    at: numbers[index + 1] ?? index + 2,
    order: textIn(row, found.order),
    number: textIn(row, found.number),
    carrier: textIn(row, found.carrier),
  }))
  return { kind: 'lines', lines }
}

/** The columns that can be meant: the chosen one, or all named so, without empty ones and those equal to an earlier one. */
function columnsFor(
  kind: ColumnKind,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  chosen: ChosenColumns,
): ColumnChoice[] {
  const named = headings.flatMap((heading, at) => {
    const texts = rows.map((row) => (row[at] ?? '').trim())
    const choice = { at, heading: heading.trim(), example: texts.find(Boolean) ?? '', all: texts.join('\n') }
    return COLUMNS[kind].includes(columnName(heading)) ? [choice] : []
  })
  const filled = named.filter(({ example }) => example !== '')
  const differing = filled.filter((one, at) => filled.findIndex(({ all }) => all === one.all) === at)
  const meant = named.filter(({ at }) => at === chosen[kind])
  const [first] = named
  const choices = meant.length > 0 ? meant : differing.length > 0 || !first ? differing : [first]
  return choices.map(({ all: _, ...choice }) => choice)
}

/** The characters of an id that emails and pages show. Fewer can be another shop's order number. */
const SHORTEST_ID = 8

/** True for a text that is long enough to be the beginning of an order's id. */
export function isIdPrefix(order: string): boolean {
  return order.replace(/[#-]/g, '').length >= SHORTEST_ID
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
  if (!named) return isIdPrefix(line.order) ? 'There’s no such order' : NO_SHORT_ORDER
  if (line.number === '') return 'The tracking number is missing'
  if (line.number.length > 100 || !isTrackingNumber(line.number)) return NO_TRACKING_NUMBER
  if (line.carrier.length > MAX_CARRIER_LENGTH)
    return `The carrier is longer than ${MAX_CARRIER_LENGTH} characters`
  if ((seen.orders.get(named.id) ?? 0) > 1) return 'This order is in the file twice'
  if ((seen.numbers.get(line.number.toLowerCase()) ?? 0) > 1) return 'This number is in the file twice'
  if (named.numberTakenBy) return 'Another order has this number'
  return STAGE_PROBLEMS[named.stage ?? 'none']
}

const NO_SHORT_ORDER = `There’s no such order. An ID needs its first ${SHORTEST_ID} characters`

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
