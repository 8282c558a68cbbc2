import type { BusinessDays, DeliveryTimes } from '#shop/ctx.ts'
import { businessDaysFrom, type Day, dayInWords, dayOf, startOf } from '#shop/kernel/day.ts'
import { isUnpaid, type Order, orderStep } from '#shop/orders/order.ts'

export function businessDays({ min, max }: BusinessDays): string {
  const days = min === max ? String(max) : `${min}-${max}`
  return `${days} business ${max === 1 ? 'day' : 'days'}`
}

/**
 * Returns the dispatch cutoff: orders placed earlier are late. If shipping takes at most three business days, an
 * order placed on Monday is late from Friday on.
 */
export function dispatchCutoff(now: Date, { max }: BusinessDays): Date {
  return startOf(businessDaysFrom(dayOf(now), -max))
}

/** Delhi, Mumbai, Bengaluru, Hyderabad, Chennai, Kolkata: the first three digits of their PIN codes. */
const METRO_PINS = new Set(['110', '400', '560', '500', '600', '700'])

export type DueOrder = Pick<Order, 'status' | 'createdAt' | 'events' | 'paymentMethod' | 'paymentStatus'> & {
  shippingAddress: Pick<Order['shippingAddress'], 'postalCode'>
}

export type DeliveryEstimate = { by: Day; isLate: boolean }

/** Returns the last day on which the order should arrive; null for delivered, cancelled and unpaid orders. */
export function deliveryEstimate(order: DueOrder, times: DeliveryTimes, now: Date): DeliveryEstimate | null {
  const { status, shippingAddress } = order
  if (status === 'delivered' || status === 'cancelled' || isUnpaid(order)) return null
  const isMetro = METRO_PINS.has(shippingAddress.postalCode.slice(0, 3))
  const onTheWay = (isMetro ? times.metro : times.elsewhere).max
  const toPack = status === 'shipped' ? 0 : times.ships.max
  const by = businessDaysFrom(businessDaysFrom(dayOf(startOfWait(order)), toPack), onTheWay)
  return { by, isLate: dayOf(now) > by }
}

/** Returns the time of shipping or, before that, of the last placing, reopening or setting back. */
function startOfWait({ status, createdAt, events }: DueOrder): Date {
  const isStart = (event: Order['events'][number]) =>
    event.kind === 'status' &&
    (status === 'shipped' ? event.toStatus === 'shipped' : isSetBack(event.fromStatus, event.toStatus))
  return events.findLast(isStart)?.createdAt ?? createdAt
}

function isSetBack(from: Order['status'] | null, to: Order['status']): boolean {
  return from === 'cancelled' || (from !== null && orderStep(from) >= 3 && orderStep(to) < 3)
}

export function estimateText({ by, isLate }: DeliveryEstimate): string {
  return isLate
    ? `It’s later than we expected. We had hoped for ${dayInWords(by)}.`
    : `Expected by ${dayInWords(by)}`
}
