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

/** `at`: the line in the file. `order`: an id, its beginning or an invoice number. */
export type TrackingLine = {
  at: number
  order: string
  number: string
  carrier: string
  cell: CellProblem | null
}

export const MAX_TRACKING_LINES = 200
export const MAX_CARRIER_LENGTH = 100

/** Headings as `columnName` returns them. Aggregators number shipments themselves. */
const COLUMNS = {
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

export type ColumnKind = keyof typeof COLUMNS

export type ColumnChoice = CsvColumn & { example: string }

export type TrackingColumns = { order: number; number: number; carrier: number | null }

export function columnsOf({ headings, rows }: CsvFile): ColumnChoice[] {
  return headings.map((heading, at) => ({
    ...{ at, heading: heading.trim() },
    example: rows.map(({ cells }) => (cells[at] ?? '').trim()).find(Boolean) ?? '',
  }))
}

/** Returns the columns that headings allow, without empty ones and duplicates. */
export function likelyColumns(file: CsvFile): Record<ColumnKind, ColumnChoice[]> {
  const columns = columnsOf(file)
  const likely = (kind: ColumnKind) => {
    const named = findColumns(file.headings, COLUMNS[kind]).flatMap((at) => columns[at] ?? [])
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

/** Returns null for ambiguous headings. An unusual heading may name the carrier. */
export function certainColumns(file: CsvFile): TrackingColumns | null {
  const { order, number, carrier } = likelyColumns(file)
  const [[ofOrder], [ofNumber], [ofCarrier]] = [order, number, carrier]
  if (!ofOrder || !ofNumber || [order, number, carrier].some(({ length }) => length > 1)) return null
  const usual = findColumns(file.headings, Object.values(COLUMNS).flat())
  if (!ofCarrier && usual.length < file.headings.length) return null
  return { order: ofOrder.at, number: ofNumber.at, carrier: ofCarrier?.at ?? null }
}

export function isChoiceOf({ headings }: CsvFile, columns: TrackingColumns): boolean {
  const places = placesIn(columns)
  return places.every((at) => at < headings.length) && new Set(places).size === places.length
}

export function placesIn({ order, number, carrier }: TrackingColumns): number[] {
  return carrier === null ? [order, number] : [order, number, carrier]
}

/** Names files with these headings. An index limits its length. */
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

/** As emails and pages show it. A shorter text can be another shop's order number. */
const SHORTEST_ID = 8

export function isIdPrefix(order: string): boolean {
  return order.replace(/[#-]/g, '').length >= SHORTEST_ID
}

/** `stage`: null when it is not to be packed or shipped. */
export type NamedOrder = {
  id: string
  version: number
  customerName: string
  stage: PackingStage | null
  /** Another order with this line's number. */
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
    if (named === 'ambiguous') return { ...line, found: null, problem: 'Several orders begin like this' }
    const problem = problemOf(line, named, { numbers, orders }) ?? (cut.has(line) ? NO_ZEROS : null)
    return { ...line, found: named, problem }
  })
}

type Times = ReadonlyMap<string, number>

function problemOf(line: TrackingLine, named: NamedOrder | null, seen: { numbers: Times; orders: Times }) {
  if (line.cell) return cellSentence(line.cell)
  if (line.order === '') return 'No order is named'
  if (!named) {
    if (isIdPrefix(line.order)) return 'There’s no such order'
    return /^\d+$/.test(line.order) ? `${NO_SHORT_ORDER}${ZEROS_LOST}` : NO_SHORT_ORDER
  }
  if (line.number === '') return 'The tracking number is missing'
  if (line.number.length > 100 || !isTrackingNumber(line.number)) return NO_TRACKING_NUMBER
  if (line.carrier === '') return 'No carrier is named. Choose one for such lines'
  if (line.carrier.length > MAX_CARRIER_LENGTH)
    return `The carrier is longer than ${MAX_CARRIER_LENGTH} characters`
  if ((seen.orders.get(named.id) ?? 0) > 1) return 'This order is in the file twice'
  if ((seen.numbers.get(line.number.toLowerCase()) ?? 0) > 1) return 'This number is in the file twice'
  if (named.numberTakenBy) return 'Another order has this number'
  return STAGE_PROBLEMS[named.stage ?? 'none']
}

const NO_SHORT_ORDER = `There’s no such order. An ID needs its first ${SHORTEST_ID} characters`

const ZEROS_LOST = '; spreadsheets remove zeros at its start'
const NO_ZEROS =
  'This number is shorter than the carrier’s others: a spreadsheet may have removed zeros at its start. Enter it again as text, or ship this order by hand if it is right'

/** Numbers of a carrier that show their usual length. */
const ENOUGH_NUMBERS = 3

/** Returns lines whose digits are fewer than most of their carrier's. */
function linesWithoutZeros(lines: readonly TrackingLine[]): ReadonlySet<TrackingLine> {
  const digits = lines.filter(({ number }) => /^\d+$/.test(number))
  const shorter = [...groupBy(digits, ({ carrier }) => carrier.toLowerCase()).values()].flatMap((group) => {
    const length = Math.max(...group.map(({ number }) => number.length))
    const short = group.filter(({ number }) => number.length < length)
    const whole = group.length - short.length
    return whole >= ENOUGH_NUMBERS && whole >= 3 * short.length ? short : []
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
