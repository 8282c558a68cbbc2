import type { ReactNode } from 'react'
import { AdminSection } from '#app/desk/admin-page.tsx'
import { Definition } from '#app/desk/definition.tsx'
import { ANALYTICS } from '#app/desk/paths.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { type DaysBefore, DEFAULT_PERIOD, type Period, spanName } from '#shop/analytics/period.ts'
import { groupParams, type SaleGroup } from '#shop/analytics/sale-group.ts'
import { type SpendKey, spendId } from '#shop/analytics/spend.ts'
import { LOW_STOCK_ALERT } from '#shop/catalogue/product.ts'
import { formatTimeOfDay } from '#shop/kernel/time.ts'

export type ReportSectionProps = {
  id?: string
  title: string
  definition: string
  /** The file with its rows: its name and the period. Left out where there is none. */
  csv?: { report: string; period: Period }
  aside?: ReactNode
  children: ReactNode
}

/** A part of the page: heading, how it is counted, and its rows as a file. */
export function ReportSection({ id, title, definition, csv, aside, children }: ReportSectionProps) {
  const links = (
    <>
      {aside}
      <Definition term={title}>{definition}</Definition>
      {csv && (
        <a className="link" href={csvPath(csv.report, csv.period)}>
          CSV<VisuallyHidden> of {title}</VisuallyHidden>
        </a>
      )}
    </>
  )
  return (
    <AdminSection {...(id && { id })} title={title} aside={links}>
      {children}
    </AdminSection>
  )
}

/** How the figures of the analytics page are counted. */
export const DEFINITIONS = {
  revenue:
    'Totals of the paid orders of the period, with tax and shipping, less refunds. Cash counts from delivery on; cancelled and fully refunded orders are left out.',
  orders: 'All orders placed in the period, also those cancelled later.',
  averageOrderValue: 'Revenue divided by the number of the orders it comes from.',
  cancelled: 'Orders placed in the period that were cancelled, whenever that was.',
  units: 'Units of the orders that count as revenue, without those that came back. A custom mix is one unit.',
  repeatRate: 'Of the customers who bought in the period, the share with two or more orders by its end.',
  conversionRate: 'Orders placed divided by visits. Visitors who ask not to be counted are not in it.',
  couponUsage:
    "Orders placed with a coupon or a friend's code (their notes say 'Coupon applied') divided by all orders placed.",
  fulfilment: 'From placing to delivery, of the orders placed in the period that were delivered.',
  buyers: 'Customers with an order of the period that counts as revenue, each counted once.',
  newCustomers: 'Customers whose first order that counts as revenue falls in the period.',
  products:
    'Orders that count as revenue and have the product as a line of its own. Value: line totals before discount and tax, less what was refunded for them; units without those that came back. The share is of the value of all products.',
  categories:
    'As by product, by the category that a product is in today. An order with two products of a category counts once. The share is of the value of all categories.',
  offers:
    'Orders that count as revenue and their revenue, by the offer they were given. The share is of the revenue.',
  sources:
    'Orders that count as revenue and their revenue, by the kind of place that the visit which ordered came from. Nothing is stored in the browser for it, so it is unknown where the visit was interrupted: the page was loaded again, opened from an email about the account, or does not run scripts. It is also unknown of visitors who ask not to be counted and of orders by the API.',
  returns:
    'Returned units, as recorded with the refund, divided by all units delivered. Under 3% is low, under 5% raised, anything more high.',
  cities:
    'Orders that count as revenue and their revenue, by the city of the delivery address. The share is of the revenue.',
  traffic:
    'Visits that began on a public page, by where they came from. Counted on the server without cookies; robots, and visitors who send Do Not Track or Global Privacy Control, are left out.',
  flagged: 'Orders that meet one of the rules below. A flag refuses nothing: an admin looks at the order.',
  carriers: 'Orders that were shipped, and the time from shipped to delivered.',
  acquisition:
    'Lifetime value is all revenue divided by all customers. Acquisition cost is the spend of the period (a month counts evenly by day) divided by its new customers.',
  picks: 'How often each tastemaker went into a custom mix that was sold, and which two went in together.',
  stock: `Products on sale with fewer than ${LOW_STOCK_ALERT} units, without those that are out of stock.`,
} as const

/** '1 Oct to 21 Oct 2026'; of a period that is not over '1 Oct to 21 Oct 2026 up to 2:05 pm'. */
export function daysBeforeName({ previous, until }: DaysBefore): string {
  return until ? `${spanName(previous)} up to ${formatTimeOfDay(until)}` : spanName(previous)
}

/** A bar with the length of its share of the largest; decorative, the figure is beside it. */
export function Meter({ value, most, colour }: { value: number; most: number; colour?: string }) {
  const width = most > 0 ? Math.min(100, (value / most) * 100) : 0
  // An SVG, because the page's policy lists each style attribute, and there would be one per length.
  return (
    <svg className="meter" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={width} height={1} fill={colour} />
    </svg>
  )
}

/** The analytics page, or one below it, of a period. */
export function periodPath(
  { key }: Pick<Period, 'key'>,
  below = '',
  params: Record<string, string> = {},
): string {
  const query = new URLSearchParams({ ...(key !== DEFAULT_PERIOD && { period: key }), ...params })
  return `${ANALYTICS}${below}${query.size > 0 ? `?${query}` : ''}`
}

/** A report as a file. */
export function csvPath(report: string, period: Period, params: Record<string, string> = {}): string {
  return periodPath(period, `/csv/${report}`, params)
}

/** The orders that a figure of sales is made of. */
export function rowsPath(period: Period, group: SaleGroup): string {
  return periodPath(period, '/orders', groupParams(group))
}

/** Where the record can be changed. */
export function spendPath(period: Period, key: SpendKey): string {
  return `${periodPath(period, '', { spend: spendId(key) })}#spend`
}
