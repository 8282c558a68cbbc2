import { DEFINITIONS } from '#app/admin/analytics/report-section.tsx'
import {
  durationWords,
  type Figure,
  FiguresStrip,
  percentWords,
  TrendNote,
  trendTone,
} from '#app/admin/kit/figures-strip.tsx'
import type { Analytics } from '#shop/analytics/analytics.ts'
import { PERIOD_DAYS } from '#shop/analytics/period.ts'
import { formatPrice, wholeRupees } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'

const NONE = 'None yet'

/** The period in eight figures. */
export function MainFigures({ page }: { page: Analytics }) {
  return <FiguresStrip figures={[...sold(page), ...shares(page)]} />
}

function sold({ period, total, trends, averageOrderValue, repeatRate, customers }: Analytics): Figure[] {
  const before = `the ${PERIOD_DAYS[period]} days before`
  return [
    {
      label: 'Revenue',
      value: formatPrice(wholeRupees(total.revenue)),
      note: <TrendNote trend={trends.revenue} before={before} />,
      tone: trendTone(trends.revenue),
      definition: DEFINITIONS.revenue,
    },
    {
      label: 'Orders',
      value: formatNumber(total.orders),
      note: <TrendNote trend={trends.orders} before={before} />,
      tone: trendTone(trends.orders),
      definition: DEFINITIONS.orders,
    },
    {
      label: 'Average order value',
      value: averageOrderValue === null ? NONE : formatPrice(wholeRupees(averageOrderValue)),
      note: `${formatNumber(total.cancelled)} cancelled`,
      definition: DEFINITIONS.averageOrderValue,
    },
    {
      label: 'Repeat rate',
      value: percentWords(repeatRate, NONE),
      note: `${formatNumber(customers.repeating)} of ${counted(customers.customers, 'customer')}`,
      definition: DEFINITIONS.repeatRate,
    },
  ]
}

function shares(page: Analytics): Figure[] {
  const { total, visits, customers } = page
  return [
    {
      label: 'Conversion rate',
      value: percentWords(page.conversionRate, NONE),
      note: counted(visits.visits, 'visit'),
      definition: DEFINITIONS.conversionRate,
    },
    {
      label: 'Coupon usage rate',
      value: percentWords(page.couponUsageRate, NONE),
      note: `${counted(total.couponOrders, 'order')} with a coupon`,
      definition: DEFINITIONS.couponUsage,
    },
    {
      label: 'Average fulfilment time',
      value: durationWords(page.averageFulfilmentHours, NONE),
      note: `${formatNumber(total.delivered)} delivered`,
      definition: DEFINITIONS.fulfilment,
    },
    {
      label: 'New customers',
      value: formatNumber(customers.newcomers),
      note: `${counted(customers.customers, 'customer')} bought`,
      definition: DEFINITIONS.newCustomers,
    },
  ]
}

function counted(value: number, thing: string): string {
  return `${formatNumber(value)} ${value === 1 ? thing : `${thing}s`}`
}
