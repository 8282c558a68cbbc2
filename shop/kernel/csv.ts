/** Writes CSV (RFC 4180) with a byte order mark, so that spreadsheets decode UTF-8. */

export type CsvCell = string | number | null

export type FileColumn<Row, Cell = CsvCell> = readonly [heading: string, cell: (row: Row) => Cell]

export function headingsOf<Row, Cell>(columns: readonly FileColumn<Row, Cell>[]): string[] {
  return columns.map(([heading]) => heading)
}

export function cellsOf<Row, Cell>(columns: readonly FileColumn<Row, Cell>[], row: Row): Cell[] {
  return columns.map(([, cell]) => cell(row))
}

/** Returns CSV text. A cell that a spreadsheet would run as a formula gets a leading quote. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${csvLines(rows)}`
}

/** Returns further rows of a CSV text that `toCsv` began. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns a heading in lower case, with '_' for everything but letters and digits: 'AWB No.' is 'awb_no'. */
export function columnName(heading: string): string {
  return heading
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
}
