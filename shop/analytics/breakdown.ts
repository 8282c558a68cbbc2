import type { SaleGroup } from '#shop/analytics/sale-group.ts'
import type { Money } from '#shop/kernel/money.ts'

export type GroupSales = {
  orders: number
  /** Sold and not returned. */
  units: number
  /**
   * Of products and categories line totals before discount and tax, less what was refunded for them; of the others
   * the revenue.
   */
  value: Money
}

/** Sales of one product, category, city, offer or source, beside those of the days before. */
export type BreakdownRow = GroupSales & {
  group: SaleGroup
  name: string
  /** The state of a city, the category of a product. */
  detail: string | null
  before: GroupSales
}

/** Rows with sales in the period or before, highest value first. */
export type Breakdown = {
  rows: BreakdownRow[]
  /** Of all rows, also those that are not shown. */
  count: number
  value: Money
}

export const OFFER_NAMES: Record<string, string> = {
  '': 'No offer',
  coupon: 'Coupon',
  referral: 'Friend’s code',
  'first-order-offer': 'First-order offer',
}
