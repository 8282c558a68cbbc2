import { describe, expect, it } from 'vitest'
import { monthsBack, readPeriod, recentPeriod, spanName } from '#shop/analytics/period.ts'
import { changeOf } from '#shop/analytics/rates.ts'
import { bucketsOf, bucketUnit, NO_SALES } from '#shop/analytics/sales.ts'
import { daysFrom } from '#shop/kernel/day.ts'

const TODAY = '2026-11-21'
/** Half past two in the afternoon in India. */
const afternoonOf = (day: string) => new Date(`${day}T14:30:00+05:30`)
const read = (query: string, today = TODAY) => readPeriod(new URLSearchParams(query), afternoonOf(today))
const periodFor = (query: string, today = TODAY) => {
  const { period } = read(query, today)
  if (!period) throw new Error(`no period: ${query}`)
  return period
}
const spans = (query: string, today = TODAY) => {
  const { current, previous } = periodFor(query, today)
  return [current.from, current.to, previous.from, previous.to]
}

describe('the period in the query string', () => {
  it('ends today and is compared with as many days before', () => {
    expect(spans('period=7d')).toEqual(['2026-11-15', '2026-11-21', '2026-11-08', '2026-11-14'])
    expect(recentPeriod('90d', afternoonOf(TODAY)).current.from).toBe('2026-08-24')
  })

  it('is a month, compared with the whole month before, of 28 to 31 days', () => {
    expect(spans('period=2026-10')).toEqual(['2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'])
    expect(spans('period=2026-03')).toEqual(['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'])
    expect(spans('period=2024-03')).toEqual(['2024-03-01', '2024-03-31', '2024-02-01', '2024-02-29'])
    expect(spans('period=2026-01')).toEqual(['2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'])
  })

  it('is the current month so far, compared with the same days of the month before', () => {
    expect(spans('period=2026-11')).toEqual(['2026-11-01', '2026-11-21', '2026-10-01', '2026-10-21'])
    expect(periodFor('period=2026-11').name).toBe('Nov 2026 so far')
    // February has no 30th day.
    expect(spans('period=2026-03', '2026-03-30')).toEqual([
      '2026-03-01',
      '2026-03-30',
      '2026-02-01',
      '2026-02-28',
    ])
    expect(spans('period=2026-11', '2026-11-30')).toEqual([
      '2026-11-01',
      '2026-11-30',
      '2026-10-01',
      '2026-10-30',
    ])
  })

  it('is a range, compared with as many days before, the same in both forms of its query string', () => {
    const typed = periodFor('since=2026-10-03&until=2026-11-12')
    expect(typed.previous).toEqual({ from: '2026-08-23', to: '2026-10-02' })
    expect(periodFor(`period=${typed.key}`)).toEqual(typed)
    expect(spans('since=2026-11-21&until=2026-11-21')).toEqual([TODAY, TODAY, '2026-11-20', '2026-11-20'])
  })

  it('is the default for an invalid key, and has problems for an invalid range', () => {
    for (const key of [
      '',
      '2y',
      '2026-13',
      '2026-12',
      '2019-12',
      '2026-11-20..2026-11-19',
      '..',
      '2026-02-30..2026-03-01',
    ])
      expect(periodFor(`period=${key}`).key, key).toBe('30d')
    const problemsOf = (query: string) => read(query).range?.problems
    expect(problemsOf('since=2026-11-20&until=2026-11-19')).toEqual({
      until: 'Choose a day that is not before the first',
    })
    expect(problemsOf('since=2026-02-30&until=')).toEqual({
      since: 'Choose a day from 1 Jan 2020 to today',
      until: 'Choose a day from 1 Jan 2020 to today',
    })
    expect(problemsOf('since=2026-11-20&until=2026-11-22')).toEqual({
      until: 'Choose a day from 1 Jan 2020 to today',
    })
    expect(problemsOf('since=2024-11-20&until=2026-11-20')).toBeUndefined()
    expect(problemsOf('since=2024-11-19&until=2026-11-20')).toEqual({ until: 'Choose at most two years' })
    expect(read('since=2026-11-20&until=x').range).toMatchObject({ since: '2026-11-20', until: 'x' })
  })

  it('is null for an invalid range', () => {
    expect(read('since=2026-11-20&until=2026-11-19').period).toBeNull()
    expect(read('since=2026-11-20&until=').period).toBeNull()
  })

  it('is compared up to the same time of day while it is not over', () => {
    const untilOf = (query: string, today = TODAY) => periodFor(query, today).until
    expect(untilOf('since=2026-11-21&until=2026-11-21')).toEqual(afternoonOf('2026-11-20'))
    expect(untilOf('period=7d')).toEqual(afternoonOf('2026-11-14'))
    expect(untilOf('period=2026-11')).toEqual(afternoonOf('2026-10-21'))
    // The last day of a month is not over either.
    expect(untilOf('period=2026-12', '2026-12-30')).toEqual(afternoonOf('2026-11-30'))
    expect(untilOf('period=2026-10', '2026-10-31')).toBeNull()
    expect(untilOf('period=2026-08', '2026-08-31')).toEqual(afternoonOf('2026-07-31'))
    // February, the earlier month, is shorter and was already complete.
    expect(untilOf('period=2026-03', '2026-03-30')).toBeNull()
    for (const over of ['period=2026-10', 'since=2026-11-01&until=2026-11-20'])
      expect(untilOf(over)).toBeNull()
  })

  it('is named with its years', () => {
    expect(spanName({ from: '2026-11-01', to: '2026-11-21' })).toBe('1 Nov to 21 Nov 2026')
    expect(spanName({ from: '2025-12-30', to: '2026-01-02' })).toBe('30 Dec 2025 to 2 Jan 2026')
    expect(spanName({ from: TODAY, to: TODAY })).toBe('21 Nov 2026')
  })

  it('offers the months from the first order on, newest first', () => {
    expect(monthsBack('2026-09-30', TODAY).map(({ key }) => key)).toEqual(['2026-11', '2026-10', '2026-09'])
    expect(monthsBack(null, TODAY)).toEqual([{ key: '2026-11', name: 'Nov 2026' }])
    expect(monthsBack('1999-01-01', TODAY)).toHaveLength(60)
  })
})

describe('changeOf', () => {
  it('returns the difference and its percentage of the earlier figure', () => {
    expect(changeOf(1125, 1000)).toEqual({ kind: 'up', by: 125, percent: 12.5 })
    expect(changeOf(50, 75)).toEqual({ kind: 'down', by: 25, percent: 33.3 })
    expect(changeOf(0, 10)).toEqual({ kind: 'down', by: 10, percent: 100 })
    expect(changeOf(10, 10)).toEqual({ kind: 'same' })
  })

  it('returns no change if the earlier figure is zero or one of the figures is missing', () => {
    expect([changeOf(5, 0), changeOf(0, 0), changeOf(5, null)]).toEqual(
      Array(3).fill({ kind: 'none_before' }),
    )
    expect(changeOf(null, 5)).toEqual({ kind: 'none_now' })
  })
})

it('groups a chart by days up to a month, by weeks up to four months, and otherwise by months', () => {
  expect([1, 31, 32, 124, 125].map(bucketUnit)).toEqual(['Day', 'Day', 'Week', 'Week', 'Month'])
  const days = daysFrom('2026-08-24', TODAY).map((day) => ({ ...NO_SALES, day, orders: 1 }))
  const weeks = bucketsOf(days)
  expect(weeks.map(({ orders }) => orders)).toEqual([6, ...Array(12).fill(7)])
})
