import type { Cohort } from '#shop/analytics/cohorts.ts'
import type { CustomerFigures } from '#shop/analytics/customers.ts'
import type { FlaggedOrder, RuleCount } from '#shop/analytics/flags.ts'
import type { Period, Span } from '#shop/analytics/period.ts'
import type { Acquisition } from '#shop/analytics/rates.ts'
import type {
  CarrierSales,
  CategoryReturns,
  DaySales,
  PairSales,
  PickSales,
  PlaceSales,
  ProductSales,
  SalesFigures,
} from '#shop/analytics/sales.ts'
import type { RecordedSpend } from '#shop/analytics/spend.ts'
import type { StockAlert } from '#shop/analytics/stock.ts'
import type { Trend } from '#shop/analytics/trend.ts'
import type { PageViewSums } from '#shop/analytics/visit.ts'
import type { Money } from '#shop/kernel/money.ts'

/** The analytics page of a period that ends today. Rates are 0 to 1, null where there is nothing to divide by. */
export type Analytics = {
  period: Period
  span: Span
  /** Every day of the period, oldest first, and their sum. */
  days: DaySales[]
  total: SalesFigures
  /** Against the equal period before. */
  trends: { revenue: Trend; orders: Trend }
  averageOrderValue: Money | null
  averageFulfilmentHours: number | null
  couponUsageRate: number | null
  conversionRate: number | null
  repeatRate: number | null
  customers: CustomerFigures
  products: ProductSales[]
  returns: CategoryReturns[]
  cities: PlaceSales[]
  carriers: CarrierSales[]
  picks: PickSales[]
  pairs: PairSales[]
  visits: PageViewSums
  flagRules: RuleCount[]
  flagged: FlaggedOrder[]
  /** Cohorts of the last twelve months, whatever the period. */
  cohorts: Cohort[]
  /** What is recorded for this month and the twelve before, and the part of it that falls to the period. */
  spends: RecordedSpend[]
  spend: Money | null
  acquisition: Acquisition
  stock: StockAlert[]
  /** When the figures were last brought up to date; null when no order has ever been counted. */
  countedAt: Date | null
  /** The shop's orders are being counted for the first time: until then the figures say nothing. */
  isCounting: boolean
}
