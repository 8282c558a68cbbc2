import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { decodeSheet, repeatedColumn, sheetSource } from '#app/request/sheet-text.server.ts'
import {
  MAX_PAYOUT_LINES,
  PAYOUT_COLUMNS,
  type PayoutLine,
  type PayoutUnit,
  readPayoutLines,
} from '#shop/accounts/payout-file.ts'

const MAX_BYTES = 16 * 1024 * 1024
export const PAYOUT_TOO_LARGE = 'The file is too large: at most 16 MB'

/** The lines of an uploaded settlement report, or its problems. The delimiter is a comma, semicolon or tab. */
export async function readPayoutFile(bytes: Uint8Array, unit: PayoutUnit): Promise<PayoutLine[] | string[]> {
  if (bytes.length > MAX_BYTES) return [PAYOUT_TOO_LARGE]
  const sheet = decodeSheet(bytes)
  if (!sheet.ok) return [sheet.problem]
  const { text, format } = sheetSource(sheet.text)
  let columns: string[] = []
  const parser = parse({
    ...format,
    columns: (names: string[]) =>
      (columns = names.map((name) => name.trim().toLowerCase().replaceAll(' ', '_'))),
    to: MAX_PAYOUT_LINES + 1,
  })
  try {
    const rows: Record<string, string>[] = []
    for await (const row of Readable.from(inPieces(text)).pipe(parser)) rows.push(row)
    const repeated = repeatedColumn(columns, PAYOUT_COLUMNS)
    if (repeated) return [repeated]
    const read = readPayoutLines(rows, unit)
    return read.ok ? read.lines : read.problems
  } catch {
    return ['This is no CSV file']
  }
}

const PIECE_BYTES = 64 * 1024

/** Other requests go on between the pieces of a long file. */
async function* inPieces(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    yield bytes.subarray(from, from + PIECE_BYTES)
    await setImmediate()
  }
}

/** True for the problems of a file that could not be read. */
export function isProblem(read: PayoutLine[] | string[]): read is string[] {
  return typeof read[0] === 'string'
}
