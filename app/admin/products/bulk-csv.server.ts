import { parse } from 'csv-parse/sync'
import { BULK_COLUMNS, type BulkProduct, type BulkRow, toSheetRow } from '#shop/catalogue/bulk.ts'
import { toCsv } from '#shop/kernel/csv.ts'

const MAX_ROWS = 2000
const MAX_BYTES = 1024 * 1024
export const SHEET_TOO_LARGE = 'The file is too large: at most 1 MB'

/** All products as a CSV file to edit and upload. */
export function bulkCsv(products: readonly BulkProduct[]): string {
  return toCsv([BULK_COLUMNS, ...products.map(toSheetRow)])
}

/**
 * The rows of an uploaded sheet, or the problem with the whole file. The delimiter is a comma or semicolon.
 */
export function readBulkCsv(text: string): BulkRow[] | string {
  if (text.length > MAX_BYTES) return SHEET_TOO_LARGE
  const delimiter = (text.split('\n', 1)[0] ?? '').includes(';') ? ';' : ','
  try {
    const rows: Record<string, string>[] = parse(text, {
      bom: true,
      delimiter,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      skip_empty_lines: true,
      trim: true,
      to: MAX_ROWS + 1,
    })
    return checked(rows)
  } catch {
    return 'This is no CSV file'
  }
}

function checked(rows: Record<string, string>[]): BulkRow[] | string {
  const [first] = rows
  if (!first) return 'There are no rows in this file'
  if (rows.length > MAX_ROWS) return `At most ${MAX_ROWS} rows at a time`
  if (!('id' in first) && !('slug' in first))
    return 'The first line must name the columns; one of them is id or slug'
  // The first row has the column names.
  return rows.map((row, at) => {
    const known = BULK_COLUMNS.filter((column) => column in row).map((column) => [column, row[column]])
    return { line: at + 2, ...Object.fromEntries(known) }
  })
}
