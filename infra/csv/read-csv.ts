import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import type { CsvFile, CsvFileProblem, CsvRow } from '#shop/kernel/csv-file.ts'

type ReadCsv = { ok: true; file: CsvFile } | { ok: false; problem: CsvFileProblem }

const refuse = (problem: CsvFileProblem): ReadCsv => ({ ok: false, problem })

/** Reads UTF-8 or UTF-16 with comma, semicolon or tab, Excel's 'sep=;' line and '="00123"' cells. Skips empty rows. */
export async function readCsv(source: Uint8Array | string, maxRows: number): Promise<ReadCsv> {
  const decoded = typeof source === 'string' ? source : decode(source)
  if (typeof decoded !== 'string') return refuse(decoded)
  const text = plainText(decoded)
  const separator = SEPARATOR_LINE.exec(text)?.[1]
  const rows: CsvRow[] = []
  let lastLine = separator ? 1 : 0
  const parser = parse({
    delimiter: separator ?? delimiterOf(text),
    from_line: separator ? 2 : 1,
    to: maxRows + 2,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
    // The parser's stream would lose the unread rows of a broken file.
    on_record: (record: string[], { lines }) => {
      lastLine = lines
      rows.push({ line: lines - newlinesIn(record.join('')), cells: record.map(plainCell) })
      return null
    },
  })
  try {
    await finished(Readable.from(inPieces(text)).pipe(parser).resume(), { writable: false })
  } catch (error) {
    return refuse(quoteProblem(text, lastLine, error))
  }
  const [head, ...dataRows] = rows
  if (!head || dataRows.length === 0) return refuse({ kind: 'noRows' })
  if (dataRows.length > maxRows) return refuse({ kind: 'tooManyRows', rows: maxRows })
  return { ok: true, file: { headings: head.cells, rows: dataRows, text: decoded } }
}

/** First bytes of .xlsx and .ods files (ZIP), and of .xls files. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** Refuses other encodings, whose letters would be misread. */
function decode(bytes: Uint8Array): string | CsvFileProblem {
  if (WORKBOOKS.some((start) => start.every((byte, at) => bytes[at] === byte))) return { kind: 'workbook' }
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
    return text.includes('\0') ? { kind: 'notText' } : text
  } catch {
    return { kind: 'letters' }
  }
}

const SAMPLE_BYTES = 1024
/** Headings are mostly ASCII, so about half of the bytes are zero in UTF-16. */
const MIN_ZERO_SHARE = 0.4

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const threshold = (sample.length / 2) * MIN_ZERO_SHARE
  if (odd > threshold && odd > even) return 'utf-16le'
  return even > threshold ? 'utf-16be' : 'utf-8'
}

/** A quoted text, which stays as it is, or a cell that Excel treats as text: '="00123"'. */
const QUOTED_OR_GUARDED = /"[^"]*"|(^|[,;\t]) *="([^"\n]*)"(?= *(?:[,;\t\n]|$))/gm

function plainText(text: string): string {
  const plain = text.replaceAll(/\r\n?/g, '\n')
  if (!plain.includes('="')) return plain
  return plain.replaceAll(QUOTED_OR_GUARDED, (cell, start?: string, inside?: string) =>
    inside === undefined ? cell : `${start}"${inside}"`,
  )
}

/** Reads a text cell that was quoted once more: '"=""00123"""'. */
const plainCell = (cell: string) => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell

/** Excel's first line that names the delimiter: 'sep=;'. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?[,;\t ]*(?:\n|$)/i
const DELIMITERS = [',', ';', '\t']

/** Returns the most frequent delimiter outside quotes of the first line, or a comma. */
function delimiterOf(text: string): string {
  const head = (/^\s*([^\n]*)/.exec(text)?.[1] ?? '').replaceAll(/"[^"]*"/g, '')
  const times = (mark: string) => head.split(mark).length
  return DELIMITERS.reduce((best, mark) => (times(mark) > times(best) ? mark : best))
}

const PIECE_BYTES = 64 * 1024

/** Yields to other requests between the pieces of a long file. */
async function* inPieces(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    yield bytes.subarray(from, from + PIECE_BYTES)
    await setImmediate()
  }
}

const newlinesIn = (text: string) => text.match(/\n/g)?.length ?? 0

/** An open quotation mark runs to the end of the file, so the problem names only its first row. */
function quoteProblem(text: string, lastLine: number, error: unknown): CsvFileProblem {
  if (!(error instanceof CsvError)) throw error
  const blank = /^(?:[^\S\n]*\n)*/.exec(text.split('\n').slice(lastLine).join('\n'))?.[0] ?? ''
  const from = lastLine + 1 + newlinesIn(blank)
  const to = error.code === 'CSV_QUOTE_NOT_CLOSED' ? from : Math.max(from, Number(error.lines))
  return { kind: 'quote', from, to, column: Number(error.column) + 1 }
}
