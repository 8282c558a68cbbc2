import type { Analytics } from '#shop/analytics/analytics.ts'
import { FLAG_RULE_TEXTS } from '#shop/analytics/flags.ts'
import { averageHours, shareOf } from '#shop/analytics/rates.ts'
import { milletRevenue } from '#shop/analytics/sales.ts'
import { SPEND_CHANNEL_NAMES } from '#shop/analytics/spend.ts'
import { LANDING_PAGE_NAMES, SOURCE_NAMES } from '#shop/analytics/visit.ts'
import type { CsvCell } from '#shop/kernel/csv.ts'
import { timeInIndia } from '#shop/kernel/day.ts'
import { toRupees } from '#shop/kernel/money.ts'

type Rows = CsvCell[][]

/** The tables of the analytics page as rows for a spreadsheet: amounts in rupees, shares from 0 to 1. */
const REPORTS: Record<string, (page: Analytics) => Rows> = {
  sales: ({ days }) => [
    ['Day', 'Orders', 'Cancelled', 'Revenue', 'Millet', 'Replenish'],
    ...days.map((day) => [
      day.day,
      day.orders,
      day.cancelled,
      toRupees(day.revenue),
      toRupees(milletRevenue(day)),
      toRupees(day.hydrationRevenue),
    ]),
  ],
  products: ({ products }) => [
    ['Product', 'Category', 'Units', 'Value', 'Units delivered', 'Units returned'],
    ...products.map(({ name, category, units, value, deliveredUnits, returnedUnits }) => [
      name,
      category,
      units,
      toRupees(value),
      deliveredUnits,
      returnedUnits,
    ]),
  ],
  returns: ({ returns }) => [
    ['Category', 'Units delivered', 'Units returned', 'Return rate'],
    ...returns.map(({ category, delivered, returned }) => [
      category,
      delivered,
      returned,
      shareOf(returned, delivered),
    ]),
  ],
  cities: ({ cities }) => [
    ['City', 'State', 'Orders', 'Revenue'],
    ...cities.map(({ city, state, sales, revenue }) => [city, state, sales, toRupees(revenue)]),
  ],
  traffic: ({ visits }) => [
    ['Kind', 'Name', 'Visits'],
    ...visits.sources.map((row): CsvCell[] => ['Source', SOURCE_NAMES[row.source], row.visits]),
    ...visits.landings.map((row): CsvCell[] => ['Landing page', LANDING_PAGE_NAMES[row.landing], row.visits]),
  ],
  flagged: ({ flagged }) => [
    ['Order', 'Customer', 'Placed', 'Total', 'Status', 'Reviewed', 'Rules', 'Found'],
    ...flagged.map((order) => [
      order.orderId,
      order.customerName,
      timeInIndia(order.placedAt),
      toRupees(order.total),
      order.status,
      order.reviewedAt ? 'yes' : 'no',
      order.rules.map(({ rule }) => FLAG_RULE_TEXTS[rule]).join('; '),
      order.rules.map(({ detail }) => detail).join('; '),
    ]),
  ],
  carriers: ({ carriers }) => [
    ['Carrier', 'Parcels', 'Delivered', 'Average hours on the way'],
    ...carriers.map(({ carrier, shipped, delivered, transitSeconds }) => [
      carrier,
      shipped,
      delivered,
      averageHours(transitSeconds, delivered),
    ]),
  ],
  tastemakers: ({ picks }) => [['Tastemaker', 'Picks'], ...picks.map(({ name, picks }) => [name, picks])],
  pairings: ({ pairs }) => [
    ['Tastemaker', 'With', 'Mixes'],
    ...pairs.map(({ one, other, mixes }) => [one, other, mixes]),
  ],
  cohorts: ({ cohorts }) => [
    ['First bought in', 'Customers', ...(cohorts[0]?.back ?? []).map((_, at) => `After ${at + 1} months`)],
    ...cohorts.map(({ month, customers, back }) => [month.slice(0, 7), customers, ...back]),
  ],
  spend: ({ spends }) => [
    ['Month', 'Channel', 'Amount'],
    ...spends.map(({ month, channel, amount }) => [
      month.slice(0, 7),
      SPEND_CHANNEL_NAMES[channel],
      toRupees(amount),
    ]),
  ],
}

/** The rows of the report of that name; null when there is none. */
export function reportRows(name: string, page: Analytics): Rows | null {
  return Object.hasOwn(REPORTS, name) ? (REPORTS[name]?.(page) ?? null) : null
}
