import { parse } from 'csv-parse/sync'
import {
  MAX_PAYOUT_LINES,
  type PayoutLine,
  type PayoutUnit,
  readPayoutLines,
} from '#shop/accounts/payout-file.ts'

const MAX_BYTES = 16 * 1024 * 1024
export const PAYOUT_TOO_LARGE = 'The file is too large: at most 16 MB'

/** The lines of an uploaded settlement report, or its problems. The delimiter is a comma, semicolon or tab. */
export function readPayoutFile(text: string, unit: PayoutUnit): PayoutLine[] | string[] {
  if (text.length > MAX_BYTES) return [PAYOUT_TOO_LARGE]
  if (text.includes('\u0000')) return ['Please save the file as CSV in UTF-8']
  const head = text.split('\n', 1)[0] ?? ''
  const delimiter = [';', '\t'].find((mark) => head.includes(mark)) ?? ','
  try {
    const rows: Record<string, string>[] = parse(text, {
      bom: true,
      delimiter,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase().replaceAll(' ', '_')),
      skip_empty_lines: true,
      trim: true,
      to: MAX_PAYOUT_LINES + 1,
    })
    const read = readPayoutLines(rows, unit)
    return read.ok ? read.lines : read.problems
  } catch {
    return ['This is no CSV file']
  }
}

/** True for the problems of a file that could not be read. */
export function isProblem(read: PayoutLine[] | string[]): read is string[] {
  return typeof read[0] === 'string'
}
