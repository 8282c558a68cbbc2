import { describe, expect, it } from 'vitest'
import { startOf } from '#shop/kernel/day.ts'
import { businessDays, dispatchCutoff } from '#shop/orders/delivery-estimate.ts'

describe('business days', () => {
  it('are named as a range, or as one figure', () => {
    expect(businessDays({ min: 2, max: 3 })).toBe('2-3 business days')
    expect(businessDays({ min: 4, max: 4 })).toBe('4 business days')
    expect(businessDays({ min: 1, max: 1 })).toBe('1 business day')
  })
})

describe('an order is late', () => {
  const ships = { min: 2, max: 3 }
  // 16 November 2026 is a Monday.
  it.each([
    ['Thursday', '2026-11-19', 'Monday', '2026-11-16'],
    ['Friday', '2026-11-20', 'Tuesday', '2026-11-17'],
    ['Sunday', '2026-11-22', 'Thursday', '2026-11-19'],
    ['Monday', '2026-11-23', 'Thursday', '2026-11-19'],
    ['Tuesday', '2026-11-24', 'Friday', '2026-11-20'],
  ])('on a %s, %s, when it was placed before %s', (_, today, __, from) => {
    expect(dispatchCutoff(startOf(today), ships)).toEqual(startOf(from))
    expect(dispatchCutoff(new Date(startOf(today).getTime() + 24 * 3600_000 - 1), ships)).toEqual(
      startOf(from),
    )
  })

  it('by the days of India', () => {
    // Half past eleven in the evening in London is the next morning in India.
    expect(dispatchCutoff(new Date('2026-11-19T23:30:00Z'), ships)).toEqual(startOf('2026-11-17'))
  })
})
