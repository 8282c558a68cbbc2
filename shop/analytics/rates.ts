/** The dashboard's formulas. Shares are 0 to 1; null for a division by zero. */
import { HOUR_SECONDS } from '#shop/kernel/duration.ts'
import { type Money, partOf } from '#shop/kernel/money.ts'

export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

/** Returns null without orders. Rounds half up. */
export function averageOrderValue(revenue: Money, orders: number): Money | null {
  return orders === 0 ? null : partOf(revenue, orders)
}

export function averageHours(seconds: number, count: number): number | null {
  return count === 0 ? null : seconds / count / HOUR_SECONDS
}

export type ReturnBand = 'low' | 'raised' | 'high'

/** Classifies a return rate: low (green) under 3%, raised (yellow) under 5%, otherwise high (red). */
export function returnBand(rate: number): ReturnBand {
  if (rate < 0.03) return 'low'
  return rate < 0.05 ? 'raised' : 'high'
}

/** Ratios from this one on are called excellent. */
export const EXCELLENT_RATIO = 3

export type Growth = {
  revenueOfAllTime: Money
  customersOfAllTime: number
  spend: Money | null
  newCustomers: number
}

/** Returns null where there is nothing to divide by. */
export function acquisition({ revenueOfAllTime, customersOfAllTime, spend, newCustomers }: Growth) {
  const lifetimeValue = customersOfAllTime === 0 ? null : partOf(revenueOfAllTime, customersOfAllTime)
  const cost = spend === null || newCustomers === 0 ? null : partOf(spend, newCustomers)
  const ratio = lifetimeValue === null || cost === null || cost === 0 ? null : lifetimeValue / cost
  return { lifetimeValue, cost, ratio }
}

export type Change =
  /** `by`: in the figure's unit, above zero. `percent`: with one decimal. */
  | { kind: 'up' | 'down'; by: number; percent: number }
  | { kind: 'same' }
  /** The earlier figure is zero or was not measured. */
  | { kind: 'none_before' }
  /** The figure itself was not measured. */
  | { kind: 'none_now' }

/** `null`: a figure that could not be computed. */
export function changeOf(current: number | null, earlier: number | null): Change {
  if (earlier === null || earlier === 0) return { kind: 'none_before' }
  if (current === null) return { kind: 'none_now' }
  if (current === earlier) return { kind: 'same' }
  const by = Math.abs(current - earlier)
  return { kind: current > earlier ? 'up' : 'down', by, percent: Math.round((by / earlier) * 1000) / 10 }
}
