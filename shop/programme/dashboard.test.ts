import { describe, expect, it } from 'vitest'
import { rupees } from '#shop/kernel/money.ts'
import { type CountedTask, workerFigures } from '#shop/programme/dashboard.ts'
import { hourlyRate, paysTooLittle } from '#shop/programme/pay.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const task = (fields: Partial<CountedTask>): CountedTask => ({
  state: 'paid',
  paymentAmount: rupees(100),
  submissionDate: new Date('2026-11-10T09:00:00Z'),
  rating: null,
  ...fields,
})

describe('workerFigures', () => {
  it('returns zeros and no rating without tasks', () => {
    expect(workerFigures([], NOW)).toEqual({
      totalTasks: 0,
      completedTasks: 0,
      totalEarnings: 0,
      completionRate: 0,
      monthEarnings: 0,
      rating: null,
    })
  })

  it('counts approved tasks as completed and the pay of paid tasks as earned', () => {
    const states = ['pending', 'in_progress', 'returned', 'pending_review', 'approved', 'paid'] as const
    const figures = workerFigures(
      states.map((state) => task({ state })),
      NOW,
    )
    expect(figures).toMatchObject({ totalTasks: 6, completedTasks: 2, totalEarnings: rupees(100) })
    expect(figures.completionRate).toBeCloseTo(33.333)
    const third = workerFigures([task({}), task({ state: 'pending' }), task({ state: 'returned' })], NOW)
    expect(third.completionRate).toBeCloseTo(33.333)
  })

  it('counts paid tasks as this month’s if their photo was sent since the 1st in India', () => {
    const earningsSentAt = (time: string) =>
      workerFigures([task({ submissionDate: new Date(time) })], NOW).monthEarnings
    // Midnight of 1 November in India is 18:30 of 31 October in UTC.
    expect(earningsSentAt('2026-10-31T18:29:59Z')).toBe(0)
    expect(earningsSentAt('2026-10-31T18:30:00Z')).toBe(rupees(100))
    expect(workerFigures([task({ state: 'approved' })], NOW).monthEarnings).toBe(0)
    const onTheFirst = new Date('2026-11-30T18:30:00Z')
    expect(workerFigures([task({})], onTheFirst).monthEarnings).toBe(0)
  })

  it('returns the mean rating of the reviewed tasks', () => {
    const tasks = [5, 4, null, 4].map((rating) => task({ rating }))
    expect(workerFigures(tasks, NOW).rating).toBeCloseTo(13 / 3)
  })
})

describe('the pay per hour', () => {
  it('is the payment divided by the expected time, rounded to the paisa', () => {
    expect(hourlyRate(rupees(400), 240)).toBe(rupees(100))
    expect(hourlyRate(rupees(100), 90)).toBe(6667)
  })

  it('is too low only below the minimum', () => {
    expect(paysTooLittle(rupees(400), 240, rupees(100))).toBe(false)
    expect(paysTooLittle(rupees(399.99), 240, rupees(100))).toBe(true)
    expect(paysTooLittle(rupees(1), 1, rupees(0))).toBe(false)
  })
})
