import { DEFINITIONS, periodPath, rowsPath } from '#app/admin/analytics/report-section.tsx'
import { type Figure, FiguresStrip } from '#app/desk/figures-strip.tsx'
import { ORDERS } from '#app/desk/paths.ts'
import { Link } from '#app/kit/link.tsx'
import type { Analytics, Headline, SalesHeadline, VisitFigures } from '#shop/analytics/analytics.ts'
import { changeOf } from '#shop/analytics/change.ts'
import type { Period } from '#shop/analytics/period.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { ChangeNote, type ChangeWords, HOURS, MONEY, NUMBER, RATE } from './change-note.tsx'

type Shown = {
  label: string
  definition: string
  of: (headline: Headline) => number | null
  /** Counted by day: see `ComparedVisits`. */
  isByDay?: true
  unit: ChangeWords
  /** Said where the earlier figure is zero or was not measured. */
  noneBefore: string
  /** Which direction is good news: more, unless said otherwise; null for neither. */
  better?: 'less' | null
  /** How the figure comes about. */
  aside?: (headline: Headline) => string
  /** The rows it is made of; customers are not listed. */
  to?: (period: Period) => string
}

/** The list of orders with a filter, placed on the period's days. */
function ordersPath({ current }: Period, filter: Record<string, string> = {}): string {
  return `${ORDERS}?${new URLSearchParams({ ...filter, since: current.from, until: current.to })}`
}

const allSales = (period: Period) => rowsPath(period, { kind: 'all' })

const FIGURES: Shown[] = [
  {
    label: 'Revenue',
    definition: DEFINITIONS.revenue,
    of: ({ total }) => total.revenue,
    unit: MONEY,
    noneBefore: 'No sales in the days before',
    aside: ({ total }) => `${counted(total.sales, 'order')}`,
    to: allSales,
  },
  {
    label: 'Orders',
    definition: DEFINITIONS.orders,
    of: ({ total }) => total.orders,
    unit: NUMBER,
    noneBefore: 'No orders in the days before',
    to: ordersPath,
  },
  {
    label: 'Units sold',
    definition: DEFINITIONS.units,
    of: ({ units }) => units,
    unit: NUMBER,
    noneBefore: 'No sales in the days before',
    to: allSales,
  },
  {
    label: 'Cancelled orders',
    definition: DEFINITIONS.cancelled,
    of: ({ total }) => total.cancelled,
    unit: NUMBER,
    better: 'less',
    noneBefore: 'None cancelled in the days before',
    to: (period) => ordersPath(period, { status: 'cancelled' }),
  },
  {
    label: 'Average order value',
    definition: DEFINITIONS.averageOrderValue,
    of: ({ averageOrderValue }) => averageOrderValue,
    unit: MONEY,
    noneBefore: 'No sales in the days before',
    to: allSales,
  },
  {
    label: 'New customers',
    definition: DEFINITIONS.newCustomers,
    of: ({ customers }) => customers.newcomers,
    unit: NUMBER,
    noneBefore: 'None in the days before',
  },
  {
    label: 'Customers who bought',
    definition: DEFINITIONS.buyers,
    of: ({ customers }) => customers.customers,
    unit: NUMBER,
    noneBefore: 'None in the days before',
  },
  {
    label: 'Repeat rate',
    definition: DEFINITIONS.repeatRate,
    of: ({ repeatRate }) => repeatRate,
    unit: RATE,
    noneBefore: 'No repeat customers in the days before',
    aside: ({ customers }) =>
      `${formatNumber(customers.repeating)} of ${counted(customers.customers, 'customer')}`,
  },
  {
    label: 'Average fulfilment time',
    definition: DEFINITIONS.fulfilment,
    of: ({ averageFulfilmentHours }) => averageFulfilmentHours,
    unit: HOURS,
    better: 'less',
    noneBefore: 'None delivered of the days before',
    aside: ({ total }) => `${formatNumber(total.delivered)} delivered`,
    to: (period) => ordersPath(period, { status: 'delivered' }),
  },
  {
    label: 'Coupon usage rate',
    definition: DEFINITIONS.couponUsage,
    of: ({ couponUsageRate }) => couponUsageRate,
    unit: RATE,
    better: null,
    noneBefore: 'No codes used in the days before',
    aside: ({ total }) => `${counted(total.couponOrders, 'order')} with a code`,
    to: (period) => ordersPath(period, { code: '1' }),
  },
  {
    label: 'Visits',
    definition: DEFINITIONS.traffic,
    of: ({ visits }) => visits,
    isByDay: true,
    unit: NUMBER,
    noneBefore: 'No visits counted in the days before',
    to: (period) => periodPath(period, '/visits'),
  },
  {
    label: 'Conversion rate',
    definition: DEFINITIONS.conversionRate,
    of: ({ conversionRate }) => conversionRate,
    isByDay: true,
    unit: RATE,
    noneBefore: 'No visits or orders in the days before',
    aside: ({ total, visits }) => `${counted(total.orders, 'order')}, ${counted(visits, 'visit')}`,
    to: (period) => periodPath(period, '/visits'),
  },
]

/** The period's figures, each beside that of the days before; those of orders and visits are links to their rows. */
export function MainFigures({ page }: { page: Analytics }) {
  return <FiguresStrip figures={FIGURES.map((figure) => shown(figure, page))} />
}

function shown(figure: Shown, { headline, before, compared, period }: Analytics): Figure {
  const { label, definition, of, unit, noneBefore, better = 'more', aside, to, isByDay = false } = figure
  const now = of(headline)
  const earlier = of(withVisits(before, compared?.before))
  const isAlone = isByDay && compared === null
  const text = now === null ? 'None yet' : unit.format(now)
  const change = changeOf(isByDay ? of(withVisits(headline, compared?.now)) : now, earlier)
  const isGood = (change.kind === 'up') === (better === 'more')
  return {
    label,
    definition,
    value: now !== null && to ? <Link to={to(period)}>{text}</Link> : text,
    note: (
      <>
        {aside && <span className="block">{aside(headline)}</span>}
        {isByDay && compared?.isWhole === false && 'Without today: '}
        {isAlone ? (
          'Compared when the day is over'
        ) : (
          <ChangeNote change={change} before={earlier} unit={unit} none={noneBefore} />
        )}
      </>
    ),
    ...(better && (change.kind === 'up' || change.kind === 'down') && { tone: isGood ? 'up' : 'down' }),
  }
}

function withVisits(headline: SalesHeadline, of: VisitFigures | undefined): Headline {
  return { ...headline, visits: of?.visits.visits ?? 0, conversionRate: of?.conversionRate ?? null }
}

function counted(value: number, thing: string): string {
  return `${formatNumber(value)} ${value === 1 ? thing : `${thing}s`}`
}
