import type { ReactNode } from 'react'
import { AdminSection } from '#app/admin/kit/admin-page.tsx'
import { Definition } from '#app/admin/kit/definition.tsx'
import { ANALYTICS } from '#app/admin/paths.ts'
import { Link } from '#app/kit/link.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { DEFAULT_PERIOD, PERIOD_NAMES, PERIODS, type Period } from '#shop/analytics/period.ts'
import { type SpendKey, spendId } from '#shop/analytics/spend.ts'
import { LOW_STOCK_ALERT } from '#shop/catalogue/product.ts'

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
        <a className="link" href={`${ANALYTICS}/csv/${csv.report}?period=${csv.period}`} download>
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
    'Totals of the paid orders of the period, less refunds. Cash counts from delivery on; cancelled and fully refunded orders are left out.',
  orders: 'All orders placed in the period, also those cancelled later.',
  averageOrderValue: 'Revenue divided by the number of the orders it comes from.',
  repeatRate: 'Of the customers who bought in the period, the share with two or more orders in all.',
  conversionRate: 'Orders placed divided by visits. Visitors who ask not to be counted are not in it.',
  couponUsage:
    "Orders placed with a coupon or a friend's code (their notes say 'Coupon applied') divided by all orders placed.",
  fulfilment: 'From placing to delivery, of the orders placed in the period that were delivered.',
  newCustomers: 'Customers whose first order that counts as revenue falls in the period.',
  products:
    'Units and line totals before discount and tax, less returned units and what was refunded for them.',
  returns:
    'Returned units, as recorded with the refund, divided by all units delivered. Under 3% is low, under 5% raised, anything more high.',
  cities: 'Revenue by the city of the delivery address.',
  traffic:
    'Visits that began on a public page, by where they came from. Counted on the server without cookies; robots, and visitors who send Do Not Track or Global Privacy Control, are left out.',
  flagged: 'Orders that meet one of the rules below. A flag refuses nothing: an admin looks at the order.',
  carriers: 'Orders that were shipped, and the time from shipped to delivered.',
  acquisition:
    'Lifetime value is all revenue divided by all customers. Acquisition cost is the spend of the period (a month counts evenly by day) divided by its new customers.',
  picks: 'How often each tastemaker went into a custom mix that was sold, and which two went in together.',
  cohorts: 'Customers by the month of their first order, and the share of them who ordered again later.',
  stock: `Products on sale with fewer than ${LOW_STOCK_ALERT} units, without those that are out of stock.`,
} as const

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

export function periodPath(period: Period): string {
  return period === DEFAULT_PERIOD ? ANALYTICS : `${ANALYTICS}?period=${period}`
}

/** The period selector. The period is in the URL. */
export function PeriodLinks({ period }: { period: Period }) {
  return (
    <nav aria-label="Period" className="segments">
      {PERIODS.map((one) => (
        <Link
          key={one}
          to={periodPath(one)}
          preventScrollReset
          aria-current={one === period ? 'page' : undefined}
        >
          {one}
          <VisuallyHidden>: {PERIOD_NAMES[one]}</VisuallyHidden>
        </Link>
      ))}
    </nav>
  )
}

/** Where the record can be changed. */
export function spendPath(period: Period, key: SpendKey): string {
  return `${ANALYTICS}?${new URLSearchParams({ period, spend: spendId(key) })}#spend`
}
