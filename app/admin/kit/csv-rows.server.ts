import { parse } from 'csv-parse/sync'
import { columnName } from '#shop/kernel/csv.ts'

/**
 * The rows of a file by column name, at most one more than `maxRows`; null when it is no CSV. The delimiter is a comma,
 * semicolon or tab.
 */
export function csvRows(text: string, maxRows: number): Record<string, string>[] | null {
  const head = text.split('\n', 1)[0] ?? ''
  const delimiter = [';', '\t'].find((mark) => head.includes(mark)) ?? ','
  try {
    return parse(text, {
      bom: true,
      delimiter,
      columns: (names: string[]) => names.map(columnName),
      skip_empty_lines: true,
      trim: true,
      relax_column_count: true,
      to: maxRows + 1,
    })
  } catch {
    return null
  }
}
