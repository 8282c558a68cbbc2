import { describe, expect, it } from 'vitest'
import { startOf } from '#shop/kernel/day.ts'
import {
  businessDays,
  type DueOrder,
  deliveryEstimate,
  dispatchCutoff,
  estimateText,
} from '#shop/orders/delivery-estimate.ts'

describe('businessDays', () => {
  it('returns a range or one number', () => {
    expect(businessDays({ min: 2, max: 3 })).toBe('2-3 business days')
    expect(businessDays({ min: 4, max: 4 })).toBe('4 business days')
    expect(businessDays({ min: 1, max: 1 })).toBe('1 business day')
  })
})

describe('dispatchCutoff', () => {
  const ships = { min: 2, max: 3 }
  // 16 November 2026 is a Monday.
  it.each([
    ['Thursday', '2026-11-19', 'Monday', '2026-11-16'],
    ['Friday', '2026-11-20', 'Tuesday', '2026-11-17'],
    ['Sunday', '2026-11-22', 'Thursday', '2026-11-19'],
    ['Monday', '2026-11-23', 'Thursday', '2026-11-19'],
    ['Tuesday', '2026-11-24', 'Friday', '2026-11-20'],
  ])('on a %s, %s, an order is late if it was placed before %s', (_, today, __, from) => {
    expect(dispatchCutoff(startOf(today), ships)).toEqual(startOf(from))
    expect(dispatchCutoff(new Date(startOf(today).getTime() + 24 * 3600_000 - 1), ships)).toEqual(
      startOf(from),
    )
  })

  it('uses the day in India', () => {
    // Half past eleven in the evening in London is the next morning in India.
    expect(dispatchCutoff(new Date('2026-11-19T23:30:00Z'), ships)).toEqual(startOf('2026-11-17'))
  })
})

describe('deliveryEstimate', () => {
  const times = { ships: { min: 2, max: 3 }, metro: { min: 3, max: 5 }, elsewhere: { min: 5, max: 8 } }
  // Saturday 21 November 2026, 11:30 pm in India.
  const createdAt = new Date('2026-11-21T18:00:00Z')
  const base: DueOrder = {
    status: 'pending',
    createdAt,
    events: [],
    paymentMethod: 'cod',
    paymentStatus: 'pending',
    shippingAddress: { postalCode: '560034' },
  }
  const event = (fromStatus: DueOrder['status'] | null, toStatus: DueOrder['status'], at: string) => ({
    ...({ id: 1, kind: 'status', fromStatus, toStatus, note: null, by: 'shop' } as const),
    createdAt: new Date(at),
  })
  const expectedDay = (order: Partial<DueOrder>, now = createdAt) =>
    deliveryEstimate({ ...base, ...order }, times, now)?.by ?? null

  it('adds the business days for packing and transport, without Sundays: 8 in a metro city, 11 elsewhere', () => {
    expect(expectedDay({})).toBe('2026-12-01')
    expect(expectedDay({ shippingAddress: { postalCode: '580020' } })).toBe('2026-12-04')
  })

  it('counts from the last shipment once the order is shipped', () => {
    const events = [
      event(null, 'pending', '2026-11-21T18:00:00Z'),
      event('pending', 'shipped', '2026-11-23T05:00:00Z'),
      event('processing', 'shipped', '2026-11-24T05:00:00Z'),
    ]
    expect(expectedDay({ status: 'shipped', events })).toBe('2026-11-30')
    expect(expectedDay({ status: 'shipped', events: events.slice(0, 2) })).toBe('2026-11-28')
  })

  it('counts from reopening or setting back, but not from processing', () => {
    const again = event('delivered', 'processing', '2026-11-27T05:00:00Z')
    expect(expectedDay({ status: 'processing', events: [again] })).toBe('2026-12-07')
    const reopened = event('cancelled', 'pending', '2026-11-27T05:00:00Z')
    expect(expectedDay({ events: [reopened] })).toBe('2026-12-07')
    const packed = event('pending', 'processing', '2026-11-27T05:00:00Z')
    expect(expectedDay({ status: 'processing', events: [packed] })).toBe('2026-12-01')
  })

  it('returns null for a delivered, cancelled or unpaid order', () => {
    expect(expectedDay({ status: 'delivered' })).toBeNull()
    expect(expectedDay({ status: 'cancelled' })).toBeNull()
    expect(expectedDay({ paymentMethod: 'card' })).toBeNull()
    expect(expectedDay({ paymentMethod: 'card', paymentStatus: 'paid' })).toBe('2026-12-01')
  })

  it('is late from midnight in India after the expected day', () => {
    const estimateAt = (now: string) => deliveryEstimate(base, times, new Date(now))
    expect(estimateAt('2026-12-01T18:29:59Z')).toEqual({ by: '2026-12-01', isLate: false })
    expect(estimateAt('2026-12-01T18:30:00Z')).toEqual({ by: '2026-12-01', isLate: true })
    expect(estimateText({ by: '2026-11-27', isLate: false })).toBe('Expected by Friday 27 November')
    expect(estimateText({ by: '2026-11-27', isLate: true })).toBe(
      'It’s later than we expected. We had hoped for Friday 27 November.',
    )
  })
})
