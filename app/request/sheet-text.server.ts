import { CsvError, parse } from 'csv-parse/sync'

/** The text of an uploaded CSV file, in whatever encoding a spreadsheet or a carrier wrote it. */

/** Its text, or a sentence for the person who chose the file. */
export type SheetText = { ok: true; text: string } | { ok: false; problem: string }

const refused = (problem: string): SheetText => ({ ok: false, problem })

const WORKBOOK = 'This is an Excel workbook. Please save it as “CSV UTF-8” and choose that file.'
const NO_TEXT = 'This is no CSV file'
const OTHER_LETTERS =
  'The letters of this file are neither UTF-8 nor UTF-16. Please save it as “CSV UTF-8” and choose that file.'

/** How .xlsx and .ods files (ZIP) and .xls files begin. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/**
 * Reads UTF-8 and UTF-16, with a byte order mark or without. Anything else is refused rather than read with letters that
 * are not its own.
 */
export function decodeSheet(bytes: Uint8Array): SheetText {
  if (WORKBOOKS.some((start) => start.every((byte, at) => bytes[at] === byte))) return refused(WORKBOOK)
  const encoding = encodingOf(bytes)
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? refused(NO_TEXT) : { ok: true, text }
  } catch {
    return refused(OTHER_LETTERS)
  }
}

const SAMPLE_BYTES = 1024
/** The first line, which names the columns, is ASCII, so without a mark every other byte of UTF-16 is mostly zero. */
const MOST = 0.4

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const enough = (sample.length / 2) * MOST
  if (odd > enough && odd > even) return 'utf-16le'
  return even > enough ? 'utf-16be' : 'utf-8'
}

const DELIMITERS = [',', ';', '\t']

/** The mark between the columns of the first line: the most frequent outside quotes, a comma when there is none. */
export function delimiterOf(text: string): string {
  const head = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const times = (mark: string) => head.split(mark).length
  return DELIMITERS.reduce((best, mark) => (times(mark) > times(best) ? mark : best))
}

/** A first line of Excel's that names the mark between the columns: 'sep=;'. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?[,;\t ]*(?:\n|$)/i
/** A quoted text, which stays, or a cell that Excel keeps as text: '="00123"'. */
const QUOTED_OR_GUARDED = /"[^"]*"|(^|[,;\t]) *="([^"\n]*)"(?= *(?:[,;\t\n]|$))/gm

/** A file's text with plain line ends and cells, and how csv-parse reads it; `from_line` passes a line 'sep=;'. */
export function sheetSource(sheet: string): {
  text: string
  format: { delimiter: string; from_line: number; skip_empty_lines: true; trim: true }
} {
  const text = sheet
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(QUOTED_OR_GUARDED, (cell, before?: string, inside?: string) =>
      inside === undefined ? cell : `${before}"${inside}"`,
    )
  const separator = SEPARATOR_LINE.exec(text)?.[1]
  const delimiter = separator ?? delimiterOf(text)
  return { text, format: { delimiter, from_line: separator ? 2 : 1, skip_empty_lines: true, trim: true } }
}

/** A row as csv-parse gives it with `info` and `raw`. */
export type ParsedRow<Row> = { info: { lines: number }; raw: string; record: Row }

/** The line of the file in which the row begins. */
export function lineOf({ info, raw }: ParsedRow<unknown>): number {
  return info.lines - (raw.trim().match(/\n/g)?.length ?? 0)
}

/** A guarded cell that was quoted once more: '"=""00123"""'. */
const plainCell = (cell: string) => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell

/** `lines`: the line of the file in which each row begins. */
export type SheetRows =
  | { ok: true; rows: string[][]; lines: number[] }
  /** The lines between which a quotation mark is missing or too many. */
  | { ok: false; from: number; to: number }

/** The rows of a file, the headings first and at most `maxRows` and one after them, or where it is no CSV. */
export function sheetRows(sheet: string, maxRows: number): SheetRows {
  const { text, format } = sheetSource(sheet)
  let read = format.from_line - 1
  try {
    const found = parse(text, {
      ...format,
      relax_column_count: true,
      to: maxRows + 2,
      info: true,
      raw: true,
      on_record: (record, { lines }) => {
        read = lines
        return record
      },
    }) as unknown as ParsedRow<string[]>[]
    return { ok: true, rows: found.map(({ record }) => record.map(plainCell)), lines: found.map(lineOf) }
  } catch (error) {
    const blank = /^(?:[^\S\n]*\n)*/.exec(text.split('\n').slice(read).join('\n'))?.[0] ?? ''
    const from = read + 1 + (blank.match(/\n/g)?.length ?? 0)
    const isOpen = error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED'
    const to = error instanceof CsvError && !isOpen ? Number(error.lines) : from
    return { ok: false, from, to: Math.max(from, to) }
  }
}

/** The sentence about a file that `sheetRows` can't read. */
export function quoteProblem({ from, to }: { from: number; to: number }): string {
  const where = from === to ? `Line ${from}` : `Lines ${from} to ${to}`
  return `${where}: a quotation mark is missing or one too many. Please correct that and choose the file again.`
}

/** The sentence about a column of `known` that the first line names twice, so that neither of both counts; null for none. */
export function repeatedColumn(names: readonly string[], known: readonly string[]): string | null {
  const twice = known.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  return twice === undefined
    ? null
    : `The first line names the column “${twice}” twice. Please keep one of them.`
}
