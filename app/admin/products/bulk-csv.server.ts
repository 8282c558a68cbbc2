import { parse } from 'csv-parse/sync'
import {
  decodeSheet,
  lineOf,
  type ParsedRow,
  repeatedColumn,
  sheetSource,
} from '#app/request/sheet-text.server.ts'
import { BULK_COLUMNS, type BulkProduct, type BulkRow, toSheetRow } from '#shop/catalogue/bulk.ts'
import { toCsv } from '#shop/kernel/csv.ts'

const MAX_ROWS = 2000
const MAX_BYTES = 1024 * 1024
export const SHEET_TOO_LARGE = 'The file is too large: at most 1 MB'

/** All products as a CSV file to edit and upload. */
export function bulkCsv(products: readonly BulkProduct[]): string {
  return toCsv([BULK_COLUMNS, ...products.map(toSheetRow)])
}

/** The rows of an uploaded sheet, or the problem with the whole file. The delimiter is a comma, semicolon or tab. */
export function readBulkCsv(bytes: Uint8Array): BulkRow[] | string {
  if (bytes.length > MAX_BYTES) return SHEET_TOO_LARGE
  const sheet = decodeSheet(bytes)
  if (!sheet.ok) return sheet.problem
  const { text, format } = sheetSource(sheet.text)
  let columns: string[] = []
  try {
    const rows: ParsedRow<Record<string, string>>[] = parse(text, {
      ...format,
      columns: (names: string[]) => (columns = names.map((name) => name.trim().toLowerCase())),
      to: MAX_ROWS + 1,
      info: true,
      raw: true,
    })
    return repeatedColumn(columns, BULK_COLUMNS) ?? checked(rows)
  } catch {
    return 'This is no CSV file'
  }
}

function checked(rows: ParsedRow<Record<string, string>>[]): BulkRow[] | string {
  const first = rows[0]?.record
  if (!first) return 'There are no rows in this file'
  if (rows.length > MAX_ROWS) return `At most ${MAX_ROWS} rows at a time`
  if (!('id' in first) && !('slug' in first))
    return 'The first line must name the columns; one of them is id or slug'
  return rows.map((row) => {
    const { record } = row
    const known = BULK_COLUMNS.filter((column) => column in record).map((column) => [column, record[column]])
    return { line: lineOf(row), ...Object.fromEntries(known) }
  })
}
