import { describe, expect, it } from 'vitest'
import type { OrderEvent, OrderStatus } from '#shop/orders/order.ts'
import { eventText, trackerSteps } from '#shop/orders/tracker.ts'

const PLACED = new Date('2026-11-01T04:00:00Z')
const day = (number: number) => new Date(Date.UTC(2026, 10, number))
const event = (fromStatus: OrderStatus | null, toStatus: OrderStatus, createdAt = PLACED): OrderEvent => {
  return { id: 0, kind: 'status', fromStatus, toStatus, note: null, createdAt, by: 'shop' }
}
const steps = (status: OrderStatus, events: OrderEvent[] = []) =>
  trackerSteps({ status, createdAt: PLACED, events })
/** Returns the states of the steps of an order with these earlier statuses. */
const states = (status: OrderStatus, ...earlier: OrderStatus[]) =>
  steps(
    status,
    earlier.map((toStatus) => event('pending', toStatus)),
  ).map((step) => step.state)

describe('trackerSteps', () => {
  it('marks past, current and future steps', () => {
    expect(states('pending')).toEqual(['now', 'next', 'next', 'next'])
    expect(states('shipped', 'processing')).toEqual(['done', 'done', 'now', 'next'])
    expect(states('delivered', 'processing', 'shipped')).toEqual(['done', 'done', 'done', 'done'])
    expect(states('cancelled')).toEqual([])
  })

  it('marks steps that never happened as skipped', () => {
    expect(states('shipped')).toEqual(['done', 'skipped', 'now', 'next'])
    expect(states('delivered')).toEqual(['done', 'skipped', 'skipped', 'done'])
  })

  it('returns the time at which each step was last reached', () => {
    const events = [
      event(null, 'pending'),
      event('pending', 'processing', day(2)),
      event('processing', 'pending', day(3)),
      event('pending', 'processing', day(4)),
      event('processing', 'delivered', day(5)),
    ]
    expect(steps('delivered', events).map((step) => step.at)).toEqual([PLACED, day(4), null, day(5)])
  })

  it('returns no time for a step from which the order was set back', () => {
    const events = [
      event(null, 'pending'),
      event('pending', 'shipped', day(2)),
      event('shipped', 'processing', day(3)),
    ]
    expect(steps('processing', events)[2]).toEqual({ name: 'Shipped', state: 'next', at: null })
  })
})

describe('eventText', () => {
  it('describes placing, a step forward, a step back, cancelling and reopening', () => {
    expect(eventText(event(null, 'pending'))).toBe('Order placed')
    expect(eventText(event('pending', 'shipped'))).toBe('Shipped')
    expect(eventText(event('shipped', 'processing'))).toBe('Set back to processing')
    expect(eventText(event('shipped', 'cancelled'))).toBe('Cancelled')
    expect(eventText(event('cancelled', 'pending'))).toBe('Set back to pending')
  })
})
