import type { Breakdown } from '#shop/analytics/breakdown.ts'
import type { FlaggedOrder, RuleCount } from '#shop/analytics/flags.ts'
import type { Period } from '#shop/analytics/period.ts'
import type { Acquisition } from '#shop/analytics/rates.ts'
import type { BreakdownKind } from '#shop/analytics/sale-group.ts'
import type {
  CarrierSales,
  CategoryReturns,
  DaySales,
  PairSales,
  PickSales,
  ProductSales,
  SalesFigures,
} from '#shop/analytics/sales.ts'
import type { RecordedSpend } from '#shop/analytics/spend.ts'
import type { PageViewSums } from '#shop/analytics/visit.ts'
import type { Day } from '#shop/kernel/day.ts'
import type { Money } from '#shop/kernel/money.ts'

/** The figures of some days, without their visits. Rates are 0 to 1, null for a division by zero. */
export type SalesHeadline = {
  total: SalesFigures
  /** Sold and not returned. */
  units: number
  customers: CustomerFigures
  averageOrderValue: Money | null
  averageFulfilmentHours: number | null
  couponUsageRate: number | null
  repeatRate: number | null
}

export type Headline = SalesHeadline & { visits: number; conversionRate: number | null }

/** The analytics page's data for a period. */
export type Analytics = {
  period: Period
  /** Every day of the period, oldest first. */
  days: DaySales[]
  headline: Headline
  /** Of the days that the period is compared with. */
  before: SalesHeadline
  /** The largest rows of each breakdown. */
  breakdowns: Record<BreakdownKind, Breakdown>
  products: ProductSales[]
  returns: CategoryReturns[]
  carriers: CarrierSales[]
  picks: PickSales[]
  pairs: PairSales[]
  visits: PageViewSums
  compared: ComparedVisits
  flagRules: RuleCount[]
  flagged: FlaggedOrder[]
  /** The recorded spends of this month and the twelve before, and the period's share of all. */
  spends: RecordedSpend[]
  spend: Money | null
  acquisition: Acquisition
  stock: StockAlert[]
  /** The day of the shop's first order; null without orders. */
  firstDay: Day | null
  /** When the rollups were last updated; null before the first time. */
  countedAt: Date | null
  /** The first count of the shop's orders is not finished, so the figures are not valid yet. */
  isCounting: boolean
}

/**
 * Visits are counted by day, so those of a period that is not over are compared without its last day, as are the orders
 * that are divided by them. `isWhole` is true of a period that is over; null: today alone, which has nothing else.
 */
export type ComparedVisits = { isWhole: boolean; now: VisitFigures; before: VisitFigures } | null

export type VisitFigures = { visits: PageViewSums; conversionRate: number | null }

export type CustomerFigures = {
  /** Customers who bought in the span. */
  customers: number
  /** Those of them with at least two sales by its end. */
  repeating: number
  /** Customers whose first sale is in the span. */
  newcomers: number
}

export type StockAlert = { id: string; slug: string; name: string; stockQuantity: number }

/** A figure compared with the preceding period of equal length. */
export type Trend =
  | { kind: 'up' | 'down'; percent: number }
  | { kind: 'same' }
  /** The figure before was zero, so that there is no percentage. */
  | { kind: 'new' }

/** The change in whole percent, rounded half up; below half a percent it is 'same'. */
export function trendOf(current: number, previous: number): Trend {
  if (previous === 0) return current === 0 ? { kind: 'same' } : { kind: 'new' }
  const percent = Math.round((Math.abs(current - previous) / previous) * 100)
  if (percent === 0) return { kind: 'same' }
  return { kind: current > previous ? 'up' : 'down', percent }
}
