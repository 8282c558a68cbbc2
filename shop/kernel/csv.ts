/** Text that every spreadsheet opens: RFC 4180, with a byte order mark so that rupee signs and names stay whole. */

export type CsvCell = string | number | null

/** The first row names the columns. A text that a spreadsheet would run as a formula is written with a quote before. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${csvLines(rows)}`
}

/** Further rows of a text that `toCsv` began. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
