import { parse } from 'csv-parse/sync'
import { BULK_COLUMNS, type BulkProduct, type BulkRow } from '#shop/catalogue/bulk.ts'
import { toCsv } from '#shop/kernel/csv.ts'
import { toRupees } from '#shop/kernel/money.ts'

export const MOST_ROWS = 2000
const MOST_BYTES = 1024 * 1024
export const SHEET_TOO_LARGE = 'The file is too large: at most 1 MB'

/** All products as the sheet that can be changed and sent back. */
export function bulkCsv(products: readonly BulkProduct[]): string {
  const rows = products.map(({ id, slug, name, price, discountPrice, stockQuantity }) => [
    id,
    slug,
    name,
    toRupees(price),
    discountPrice === null ? null : toRupees(discountPrice),
    stockQuantity,
    stockQuantity,
  ])
  return toCsv([BULK_COLUMNS, ...rows])
}

/** The rows of a sheet, or what is wrong with it as a whole. Commas and semicolons both divide. */
export function readBulkCsv(text: string): BulkRow[] | string {
  if (text.length > MOST_BYTES) return SHEET_TOO_LARGE
  const delimiter = (text.split('\n', 1)[0] ?? '').includes(';') ? ';' : ','
  try {
    const rows: Record<string, string>[] = parse(text, {
      bom: true,
      delimiter,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      skip_empty_lines: true,
      trim: true,
      to: MOST_ROWS + 1,
    })
    return checked(rows)
  } catch {
    return 'This is no CSV file'
  }
}

function checked(rows: Record<string, string>[]): BulkRow[] | string {
  const [first] = rows
  if (!first) return 'There are no rows in this file'
  if (rows.length > MOST_ROWS) return `At most ${MOST_ROWS} rows at a time`
  if (!('id' in first) && !('slug' in first))
    return 'The first line must name the columns; one of them is id or slug'
  // The first line names the columns.
  return rows.map((row, at) => {
    const known = BULK_COLUMNS.filter((column) => column in row).map((column) => [column, row[column]])
    return { line: at + 2, ...Object.fromEntries(known) }
  })
}
