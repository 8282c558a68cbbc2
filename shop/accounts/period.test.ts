import { expect, it } from 'vitest'
import { monthPeriod, neighbours, periodOf, periodOrMonth, widerPeriods } from '#shop/accounts/period.ts'

it.each([
  ['2026-11', 'November 2026', '2026-11-01', '2026-11-30'],
  ['2024-02', 'February 2024', '2024-02-01', '2024-02-29'],
  ['2026-27-Q1', 'Quarter 1 of 2026-27', '2026-04-01', '2026-06-30'],
  ['2026-27-Q4', 'Quarter 4 of 2026-27', '2027-01-01', '2027-03-31'],
  ['2026-27', 'Financial year 2026-27', '2026-04-01', '2027-03-31'],
])('reads the key %s as %s', (key, label, from, to) => {
  expect(periodOf(key)).toMatchObject({ key, label, from, to })
})

it.each([
  '',
  '2026',
  '2026-13',
  '2026-00',
  '2026-28',
  '2026-27-Q5',
  '26-27',
  '2026-11-01',
  '1999-00',
  '2016-05',
  '9999-12',
  '0000-01',
  "2026-11'",
])('reads no period from %j', (key) => {
  expect(periodOf(key)).toBeNull()
})

it('finds the quarter and financial year of a day', () => {
  const keys = (day: string) => widerPeriods(day).map(({ key }) => key)
  expect(keys('2026-04-01')).toEqual(['2026-27-Q1', '2026-27'])
  expect(keys('2026-12-31')).toEqual(['2026-27-Q3', '2026-27'])
  expect(keys('2027-03-31')).toEqual(['2026-27-Q4', '2026-27'])
})

it('finds the previous and next period without gaps', () => {
  for (const key of ['2026-11', '2026-12', '2026-27-Q4', '2026-27']) {
    const period = periodOf(key) ?? monthPeriod('2026-01-01')
    const { before: previous, after } = neighbours(period)
    expect(neighbours(after).before).toEqual(period)
    expect(neighbours(previous).after).toEqual(period)
    expect(after.kind).toBe(period.kind)
  }
})

it('returns the current month in India if the key is missing', () => {
  const now = new Date('2026-10-31T18:30:00Z')
  for (const key of [null, undefined, '']) expect(periodOrMonth(key, now)?.key).toBe('2026-11')
  expect(periodOrMonth('2026-10', now)?.key).toBe('2026-10')
  expect(periodOrMonth('2026', now)).toBeNull()
})
