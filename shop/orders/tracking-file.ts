import { columnName } from '#shop/kernel/csv.ts'
import {
  type CellProblem,
  type CsvColumn,
  type CsvFile,
  cellProblem,
  cellSentence,
  findColumns,
} from '#shop/kernel/csv-file.ts'
import { groupBy } from '#shop/kernel/group-by.ts'
import { cleanValue } from '#shop/kernel/text.ts'
import { isTrackingNumber, NO_TRACKING_NUMBER } from '#shop/orders/carriers.ts'
import type { PackingStage } from '#shop/orders/packing.ts'

/** `at`: the line number in the file. `order`: an order id, its prefix or an invoice number. */
export type TrackingLine = {
  at: number
  order: string
  number: string
  carrier: string
  cell: CellProblem | null
}

export const MAX_TRACKING_LINES = 200
export const MAX_CARRIER_LENGTH = 100

/** Headings as `columnName` returns them. An aggregator's file may have two order columns: its own number and ours. */
export const TRACKING_HEADINGS = {
  order: [
    'order order_id order_no order_number channel_order_id channel_order_no channel_order_number client_order_id',
    'seller_order_id customer_order_id reference reference_no reference_number reference_id ref_no',
    'customer_reference customer_reference_no customer_reference_number credit_reference_no client_reference_no',
    'invoice invoice_no invoice_number',
  ].flatMap((names) => names.split(' ')),
  number: [
    'tracking_number tracking_no tracking_id tracking_code tracking awb awb_no awb_number awb_code awb_num',
    'air_waybill air_waybill_no air_waybill_number airwaybill airwaybill_no airwaybill_number lrn lr_number',
    'waybill waybill_no waybill_number waybill_num pickrr_tracking_id consignment consignment_no',
    'consignment_number article_number article_no barcode_no docket_no docket_number',
  ].flatMap((names) => names.split(' ')),
  carrier: [
    'carrier carrier_name courier courier_name courier_company courier_company_name courier_partner courier_used',
    'courier_service courier_partner_name transporter transporter_name logistics logistics_name',
    'logistics_partner logistic_partner logistic logistic_name delivery_partner shipping_partner shipping_company',
    'shipping_provider shipping_carrier',
  ].flatMap((names) => names.split(' ')),
}

export type ColumnKind = keyof typeof TRACKING_HEADINGS

export type ColumnChoice = CsvColumn & { example: string }

export type TrackingColumns = { order: number; number: number; carrier: number | null }

export function columnsOf({ headings, rows }: CsvFile): ColumnChoice[] {
  return headings.map((heading, at) => ({
    ...{ at, heading: heading.trim() },
    example: rows.map(({ cells }) => (cells[at] ?? '').trim()).find(Boolean) ?? '',
  }))
}

/** Returns the columns with a fitting heading, except empty columns and copies. If all are empty, returns the first. */
export function likelyColumns(file: CsvFile): Record<ColumnKind, ColumnChoice[]> {
  const columns = columnsOf(file)
  const likely = (kind: ColumnKind) => {
    const named = findColumns(file.headings, TRACKING_HEADINGS[kind]).flatMap((at) => columns[at] ?? [])
    const filled = named.filter(({ example }) => example !== '')
    const textsIn = ({ at }: ColumnChoice) =>
      file.rows.map(({ cells }) => (cells[at] ?? '').trim()).join('\n')
    const differing = filled.filter(
      (column, index) => filled.findIndex((other) => textsIn(other) === textsIn(column)) === index,
    )
    return differing.length > 0 ? differing : named.slice(0, 1)
  }
  return { order: likely('order'), number: likely('number'), carrier: likely('carrier') }
}

/** Returns null if order or number have no column, a kind has several, or an unknown heading may be the carrier's. */
export function certainColumns(file: CsvFile): TrackingColumns | null {
  const { order, number, carrier } = likelyColumns(file)
  const [[ofOrder], [ofNumber], [ofCarrier]] = [order, number, carrier]
  if (!ofOrder || !ofNumber || [order, number, carrier].some(({ length }) => length > 1)) return null
  const knownColumns = findColumns(file.headings, Object.values(TRACKING_HEADINGS).flat())
  if (!ofCarrier && knownColumns.length < file.headings.length) return null
  return { order: ofOrder.at, number: ofNumber.at, carrier: ofCarrier?.at ?? null }
}

export function isChoiceOf({ headings }: CsvFile, columns: TrackingColumns): boolean {
  const places = placesIn(columns)
  return places.every((at) => at < headings.length) && new Set(places).size === places.length
}

export function placesIn({ order, number, carrier }: TrackingColumns): number[] {
  return carrier === null ? [order, number] : [order, number, carrier]
}

/** Returns a name for files with these headings. A database index limits its length. */
export function layoutOf({ headings }: CsvFile): string {
  return `${headings.length}: ${headings.map(columnName).join(', ')}`.slice(0, 800)
}

/** Reads the lines of a file. `carrier`: the default; '' for none. */
export function readTrackingLines(file: CsvFile, columns: TrackingColumns, carrier: string): TrackingLine[] {
  const { order, number, carrier: ofCarrier } = columns
  const optional = ofCarrier === null ? [] : [ofCarrier]
  return file.rows.map((row) => {
    const textAt = (at: number | null) => (at === null ? '' : cleanValue(row.cells[at] ?? ''))
    return {
      at: row.line,
      order: textAt(order),
      number: textAt(number),
      carrier: textAt(ofCarrier) || carrier,
      cell: cellProblem(file.headings, row, [order, number], optional),
    }
  })
}

/** Emails and pages show ids of this length. A shorter text can be another shop's order number. */
const SHORTEST_ID = 8

export function isIdPrefix(order: string): boolean {
  return order.replace(/[#-]/g, '').length >= SHORTEST_ID
}

/** `stage`: null when the order cannot be packed or shipped now. */
export type NamedOrder = {
  id: string
  version: number
  customerName: string
  stage: PackingStage | null
  /** The id of another order with this tracking number. */
  numberTakenBy: string | null
}

export type CheckedLine = TrackingLine & { found: NamedOrder | null; problem: string | null }

export function checkLines(
  lines: readonly TrackingLine[],
  found: readonly (NamedOrder | 'ambiguous' | null)[],
): CheckedLine[] {
  const cut = linesWithoutZeros(lines)
  const numbers = timesOf(lines.map(({ number }) => number.toLowerCase()))
  const orders = timesOf(found.map((named) => (named && named !== 'ambiguous' ? named.id : '')))
  return lines.map((line, at) => {
    const named = found[at] ?? null
    if (named === 'ambiguous') return { ...line, found: null, problem: 'Several order IDs begin like this' }
    const problem = problemOf(line, named, { numbers, orders }) ?? (cut.has(line) ? CUT_NUMBER : null)
    return { ...line, found: named, problem }
  })
}

type Times = ReadonlyMap<string, number>

function problemOf(line: TrackingLine, named: NamedOrder | null, uses: { numbers: Times; orders: Times }) {
  if (line.cell) return cellSentence(line.cell)
  if (line.order === '') return 'The order is missing'
  if (!named) {
    if (isIdPrefix(line.order)) return 'There’s no such order'
    return /^\d+$/.test(line.order) ? `${ORDER_TOO_SHORT}${ZEROS_LOST}` : ORDER_TOO_SHORT
  }
  if (line.number === '') return 'The tracking number is missing'
  if (line.number.length > 100 || !isTrackingNumber(line.number)) return NO_TRACKING_NUMBER
  if (line.carrier === '') return 'The carrier is missing. Choose one for such lines'
  if (line.carrier.length > MAX_CARRIER_LENGTH)
    return `The carrier is longer than ${MAX_CARRIER_LENGTH} characters`
  if ((uses.orders.get(named.id) ?? 0) > 1) return 'Another line has this order'
  if ((uses.numbers.get(line.number.toLowerCase()) ?? 0) > 1) return 'Another line has this tracking number'
  if (named.numberTakenBy) return 'Another order has this tracking number'
  return STAGE_PROBLEMS[named.stage ?? 'none']
}

const ORDER_TOO_SHORT = `There’s no such order. An ID needs its first ${SHORTEST_ID} characters`

const ZEROS_LOST = '; spreadsheets remove zeros at its start'
const CUT_NUMBER =
  'This tracking number is shorter than the carrier’s others: a spreadsheet may have removed zeros at its start. Enter the number again as text. If the number is right, ship this order by hand'

/** Shorter numbers are suspicious only if at least this many numbers have the carrier's full length. */
const MIN_FULL_NUMBERS = 3

/** Returns lines whose number has fewer digits than most of the carrier's numbers in the file. */
function linesWithoutZeros(lines: readonly TrackingLine[]): ReadonlySet<TrackingLine> {
  const digits = lines.filter(({ number }) => /^\d+$/.test(number))
  const shorter = [...groupBy(digits, ({ carrier }) => carrier.toLowerCase()).values()].flatMap((group) => {
    const length = Math.max(...group.map(({ number }) => number.length))
    const short = group.filter(({ number }) => number.length < length)
    const full = group.length - short.length
    return full >= MIN_FULL_NUMBERS && full >= 3 * short.length ? short : []
  })
  return new Set(shorter)
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
