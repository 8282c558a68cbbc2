import { describe, expect, it } from 'vitest'
import { consecutiveSpans, wholeMonths } from '#shop/analytics/period.ts'
import { acquisition, averageHours, averageOrderValue, returnBand, shareOf } from '#shop/analytics/rates.ts'
import { spendInput } from '#shop/analytics/report-actions.ts'
import { spendWithin } from '#shop/analytics/spend.ts'
import { addMonths, dayOf, daysFrom, startOf } from '#shop/kernel/day.ts'
import { NO_MONEY, paise, rupees } from '#shop/kernel/money.ts'

describe('the formulas', () => {
  it('return null instead of dividing by zero', () => {
    expect(averageOrderValue(rupees(590), 3)).toBe(19667)
    expect(averageOrderValue(NO_MONEY, 0)).toBeNull()
    expect(averageHours(2 * 36 * 3600, 2)).toBe(36)
    expect([averageHours(0, 0), shareOf(0, 0), shareOf(1, 8)]).toEqual([null, null, 0.125])
  })

  it('rate returns as low under 3%, raised under 5%, else high', () => {
    expect([0, 0.0299, 0.03, 0.0499, 0.05, 1].map(returnBand)).toEqual([
      'low',
      'low',
      'raised',
      'raised',
      'high',
      'high',
    ])
  })

  it('divide lifetime value by acquisition cost', () => {
    const figures = { revenueOfAllTime: rupees(90_000), customersOfAllTime: 100, newCustomers: 20 }
    expect(acquisition({ ...figures, spend: rupees(6000) })).toEqual({
      lifetimeValue: rupees(900),
      cost: rupees(300),
      ratio: 3,
    })
    expect(acquisition({ ...figures, spend: null })).toMatchObject({ cost: null, ratio: null })
    expect(acquisition({ ...figures, spend: NO_MONEY })).toMatchObject({ cost: 0, ratio: null })
    expect(acquisition({ ...figures, spend: rupees(1), newCustomers: 0 })).toMatchObject({ cost: null })
  })
})

describe('days in India', () => {
  it('begin at half past six in the evening, UTC', () => {
    expect(dayOf(new Date('2026-11-20T18:29:59.999Z'))).toBe('2026-11-20')
    expect(dayOf(new Date('2026-11-20T18:30:00Z'))).toBe('2026-11-21')
    expect(startOf('2026-11-21')).toEqual(new Date('2026-11-20T18:30:00Z'))
    expect(addMonths('2026-11-01', 2)).toBe('2027-01-01')
    expect(daysFrom('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  })
})

it('joins neighbouring days to one span', () => {
  expect(consecutiveSpans(['2026-03-01', '2026-02-28', '2026-05-05', '2026-03-01'])).toEqual([
    { from: '2026-02-28', to: '2026-03-01' },
    { from: '2026-05-05', to: '2026-05-05' },
  ])
})

it('finds the whole months within a span', () => {
  const months = (from: string, to: string) => wholeMonths({ from, to })
  expect(months('2025-11-22', '2026-11-21')).toEqual({ first: '2025-12-01', end: '2026-11-01' })
  expect(months('2026-11-01', '2026-11-30')).toEqual({ first: '2026-11-01', end: '2026-12-01' })
  expect(months('2026-10-23', '2026-11-21')).toEqual({ first: '2026-11-01', end: '2026-11-01' })
  expect(months('2026-11-15', '2026-11-21')).toEqual({ first: '2026-12-01', end: '2026-12-01' })
})

describe('marketing spend', () => {
  const spends = [
    { month: '2026-10-01', channel: 'print', amount: rupees(3100) } as const,
    { month: '2026-11-01', channel: 'print', amount: rupees(1000) } as const,
  ]

  it('is spread evenly over the days of its month', () => {
    expect(spendWithin(spends, { from: '2026-10-22', to: '2026-10-31' })).toBe(rupees(1000))
    // 10 days of 100, and 21 days of 33.33…
    expect(spendWithin(spends, { from: '2026-10-22', to: '2026-11-21' })).toBe(rupees(1700))
    expect(spendWithin(spends, { from: '2026-11-21', to: '2026-11-21' })).toBe(paise(3333))
    expect(spendWithin(spends, { from: '2026-08-01', to: '2026-09-30' })).toBeNull()
    expect(spendWithin([], { from: '2026-10-01', to: '2026-10-31' })).toBeNull()
  })

  it('is entered as a month, a channel and rupees', () => {
    const typed = { month: '2026-11', channel: 'events', amount: ' 4500.50 ' }
    expect(spendInput.parse(typed)).toEqual({ month: '2026-11-01', channel: 'events', amount: 450050 })
    for (const wrong of [
      { month: '2026-13' },
      { channel: 'tv' },
      { amount: '-1' },
      { amount: '1.005' },
      { amount: '10000001' },
    ]) {
      expect(spendInput.safeParse({ ...typed, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
    }
  })
})
