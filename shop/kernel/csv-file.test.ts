import { expect, it } from 'vitest'
import {
  cellProblem,
  cellSentence,
  columnLabel,
  repeatedColumn,
  unreadColumns,
} from '#shop/kernel/csv-file.ts'

const HEADINGS = ['Order', 'AWB', 'Carrier', 'City']

it.each([
  [['a', '1', 'DTDC', 'Pune'], null],
  [['a', '1'], null],
  [['a', '1', '', '', ''], null],
  [['a'], '“AWB” (column 2): the line ends before this column'],
  [['a', '1', 'DTDC', 'Pune', '', 'x'], 'column 6: “x” is beyond the columns of the first line'],
  [['1.23E+71', '1'], '“Order” (column 1): “1.23E+71” is what a spreadsheet made of a longer number'],
  [['a', '1,23457e+12'], '“AWB” (column 2): “1,23457e+12” is what a spreadsheet'],
  [['a', '123456789012345000'], '“AWB” (column 2): a spreadsheet replaced the last digits'],
  [['a', '1234567890123450'], null],
  [['a', '1', 'DTDC', '1.2E+5'], null],
  [['#######', '1'], '“Order” (column 1): “#######” is what a spreadsheet writes in place of a value'],
  [['a', '1', '#N/A'], '“Carrier” (column 3): “#N/A”'],
  [['#12', '#abc'], null],
  [['12e45678', '1', '5E+10'], '“Carrier” (column 3): “5E+10”'],
])('finds in the row %j the problem %j', (cells, sentence) => {
  const problem = cellProblem(HEADINGS, { line: 7, cells }, [0, 1], [2])
  if (sentence === null) return expect(problem).toBeNull()
  expect(problem?.line).toBe(7)
  expect(problem && cellSentence(problem)).toContain(sentence)
})

it('names the columns that are repeated or not read', () => {
  const rows = [{ line: 2, cells: ['a', '1', '', '', 'x', ''] }]
  const file = { headings: ['Order', 'AWB', 'Weight (kg)', '', '', ''], rows, text: '' }
  expect(unreadColumns(file, [0, 1]).map(columnLabel)).toEqual(['“Weight (kg)” (column 3)', 'column 5'])
  expect(repeatedColumn(['AWB No.', 'awb no'], ['awb_no'])).toContain('“awb_no” twice')
  expect(repeatedColumn(HEADINGS, ['awb', 'city'])).toBeNull()
})
