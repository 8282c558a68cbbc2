import { expect, it } from 'vitest'
import { toCsv } from '#shop/kernel/csv.ts'
import { timeInIndia } from '#shop/kernel/day.ts'

it('quotes cells with commas, quotation marks or line breaks', () => {
  expect(
    toCsv([
      ['Name', 'Sales'],
      ['Rao, "A"', 12.5],
      ['two\nlines', null],
    ]),
  ).toBe('\uFEFFName,Sales\r\n"Rao, ""A""",12.5\r\n"two\nlines",\r\n')
})

it('puts a quote before texts that a spreadsheet would run as a formula', () => {
  for (const text of ['=1+1', '+91', '-2', '@sum', '\t=1', '\r=1']) {
    expect(
      toCsv([[text]])
        .replace(/^\uFEFF"?/, '')
        .startsWith("'"),
      JSON.stringify(text),
    ).toBe(true)
  }
  expect(toCsv([[-2]])).toBe('\uFEFF-2\r\n')
})

it('writes times in Indian time without a zone', () => {
  const time = new Date('2026-11-21T19:05:09Z')
  expect(timeInIndia(time)).toBe('2026-11-22 00:35:09')
})
