import { columnName } from '#shop/kernel/csv.ts'

/** A row can have fewer or more cells than there are headings. */
export type CsvRow = { line: number; cells: readonly string[] }

/** `text`: the decoded file, for a form that sends it along. */
export type CsvFile = { headings: readonly string[]; rows: readonly CsvRow[]; text: string }

export type CsvColumn = { at: number; heading: string }

/** `quote`: the line or lines with an odd number of quotation marks. */
export type CsvFileProblem =
  | { kind: 'workbook' | 'notText' | 'letters' | 'noRows' }
  | { kind: 'tooManyRows'; rows: number }
  | { kind: 'quote'; from: number; to: number; column: number }

export function csvFileSentence(problem: CsvFileProblem): string {
  switch (problem.kind) {
    case 'workbook':
      return 'This is an Excel workbook. Please save it as “CSV UTF-8” and choose that file.'
    case 'notText':
      return 'This is no CSV file. Please save the sheet as “CSV UTF-8” and choose that file.'
    case 'letters':
      return 'The letters of this file are neither UTF-8 nor UTF-16. Please save it as “CSV UTF-8” and choose that file.'
    case 'noRows':
      return 'There are no rows in this file. The first line names the columns, and the rows follow it.'
    case 'tooManyRows':
      return `The file has more than ${problem.rows} rows. Please split it and choose one part at a time.`
    case 'quote': {
      const { from, to, column } = problem
      const where = from === to ? `Line ${from}` : `Lines ${from} to ${to}`
      return `${where}, column ${column}: a quotation mark is missing or one too many. Please correct that and choose the file again.`
    }
  }
}

export type CellProblem = CsvColumn & {
  kind: 'missing' | 'extra' | 'shortened' | 'rounded' | 'unshown'
  line: number
  text: string
}

/** A long number as spreadsheets shorten it, always with a plus sign. */
const SHORTENED = /^[-+]?\d(?:[.,]\d+)?E\+\d+$/i
/** Spreadsheets keep only 15 digits and fill up with zeros. A single zero at the end may be genuine. */
const ROUNDED = /^\d{15}0{2,}$/
/** A spreadsheet's error value, or the signs that it shows in a column that is too narrow. */
const UNSHOWN = /^#(?:#{2,}|[A-Z]+[!?]|N\/A|DIV\/0!)$/i

/**
 * Returns the first problem of a row, or null. Problems are a cell beyond the headings, a row that ends before a
 * column of `needed`, and a value that a spreadsheet rewrote.
 */
export function cellProblem(
  headings: readonly string[],
  { line, cells }: CsvRow,
  needed: readonly number[],
  optional: readonly number[] = [],
): CellProblem | null {
  const problemAt = (kind: CellProblem['kind'], at: number): CellProblem => {
    const heading = headings[at]?.trim() ?? ''
    return { kind, line, at, heading, text: (cells[at] ?? '').slice(0, 40) }
  }
  const extra = cells.findIndex((cell, at) => at >= headings.length && cell !== '')
  if (extra >= 0) return problemAt('extra', extra)
  const missing = needed.find((at) => at >= cells.length)
  if (missing !== undefined) return problemAt('missing', missing)
  for (const at of [...needed, ...optional]) {
    const cell = (cells[at] ?? '').trim()
    if (SHORTENED.test(cell)) return problemAt('shortened', at)
    if (ROUNDED.test(cell)) return problemAt('rounded', at)
    if (UNSHOWN.test(cell)) return problemAt('unshown', at)
  }
  return null
}

const CELL_SENTENCES: Record<CellProblem['kind'], (text: string) => string> = {
  missing: () => 'the line ends before this column. Please add the missing cell, even if it is empty.',
  extra: (text) =>
    `“${text}” is beyond the columns of the first line. A text with a comma or semicolon in it needs quotation marks around it.`,
  shortened: (text) =>
    `“${text}” is what a spreadsheet made of a longer number. Please format the column as text and enter the whole number again.`,
  rounded: (text) =>
    `a spreadsheet replaced the last digits of “${text}” by zeros. Please format the column as text and enter the whole number again.`,
  unshown: (text) =>
    `“${text}” is what a spreadsheet writes in place of a value. Please widen the column or correct the cell, and save the file again.`,
}

export function cellSentence(problem: CellProblem): string {
  return `${columnLabel(problem)}: ${CELL_SENTENCES[problem.kind](problem.text)}`
}

/** Names a column by heading and position, because headings may repeat. */
export function columnLabel({ heading, at }: CsvColumn): string {
  return heading ? `“${heading.slice(0, 60)}” (column ${at + 1})` : `column ${at + 1}`
}

/** Returns the positions of the columns with one of these names. `names` are written as `columnName` returns them. */
export function findColumns(headings: readonly string[], names: readonly string[]): number[] {
  return headings.flatMap((heading, at) => (names.includes(columnName(heading)) ? [at] : []))
}

/** Returns the columns that an import does not read. Leaves out empty columns. */
export function unreadColumns({ headings, rows }: CsvFile, readPositions: readonly number[]): CsvColumn[] {
  return headings.flatMap((heading, at) => {
    const isEmpty = heading.trim() === '' && rows.every(({ cells }) => !cells[at])
    return readPositions.includes(at) || isEmpty ? [] : [{ heading: heading.trim(), at }]
  })
}

export function repeatedColumn(headings: readonly string[], names: readonly string[]): string | null {
  const repeatedName = names.find((name) => findColumns(headings, [name]).length > 1)
  return repeatedName === undefined
    ? null
    : `The first line names the column “${repeatedName}” twice. Please keep one of them.`
}
