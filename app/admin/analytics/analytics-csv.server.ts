import type { Analytics } from '#shop/analytics/analytics.ts'
import type { Breakdown } from '#shop/analytics/breakdown.ts'
import { FLAG_RULE_TEXTS } from '#shop/analytics/flags.ts'
import type { Span } from '#shop/analytics/period.ts'
import { averageHours, shareOf } from '#shop/analytics/rates.ts'
import type { BreakdownKind, SaleGroup } from '#shop/analytics/sale-group.ts'
import { listSaleRows, type SaleRow } from '#shop/analytics/sale-rows.read.ts'
import { milletRevenue } from '#shop/analytics/sales.ts'
import { SPEND_CHANNEL_NAMES } from '#shop/analytics/spend.ts'
import type { PageViewCount, PageViewSums } from '#shop/analytics/visit.ts'
import { LANDING_PAGE_NAMES, LANDING_PAGES } from '#shop/analytics/visit.ts'
import type { Db } from '#shop/ctx.ts'
import type { CsvCell } from '#shop/kernel/csv.ts'
import { timeInIndia } from '#shop/kernel/day.ts'
import { toRupees } from '#shop/kernel/money.ts'
import { SOURCE_NAMES, SOURCES } from '#shop/orders/visit-source.ts'

type Rows = CsvCell[][]

type CountIn = (of: PageViewSums) => { visits: number } | undefined

/** Empty for today alone, which is not compared before it is over. */
function comparedCells(compared: Analytics['compared'], countIn: CountIn): CsvCell[] {
  if (!compared) return ['', '']
  return [compared.now, compared.before].map(({ visits }) => countIn(visits)?.visits ?? 0)
}

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
  returns: ({ returns }) => [
    ['Category', 'Units delivered', 'Units returned', 'Return rate'],
    ...returns.map(({ category, delivered, returned }) => [
      category,
      delivered,
      returned,
      shareOf(returned, delivered),
    ]),
  ],
  traffic: ({ visits, compared }) => [
    ['Kind', 'Name', 'Visits', 'Visits to compare', 'Visits of the days before'],
    ...SOURCES.map((source): CsvCell[] => [
      'Source',
      SOURCE_NAMES[source],
      visits.sources.find((row) => row.source === source)?.visits ?? 0,
      ...comparedCells(compared, (of) => of.sources.find((row) => row.source === source)),
    ]),
    ...LANDING_PAGES.map((landing): CsvCell[] => [
      'Landing page',
      LANDING_PAGE_NAMES[landing],
      visits.landings.find((row) => row.landing === landing)?.visits ?? 0,
      ...comparedCells(compared, (of) => of.landings.find((row) => row.landing === landing)),
    ]),
  ],
  flagged: ({ flagged }) => [
    ['Order', 'Customer', 'Placed (IST)', 'Total', 'Status', 'Reviewed', 'Rules', 'Found'],
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
  spend: ({ spends }) => [
    ['Month', 'Channel', 'Amount'],
    ...spends.map(({ month, channel, amount }) => [
      month.slice(0, 7),
      SPEND_CHANNEL_NAMES[channel],
      toRupees(amount),
    ]),
  ],
}

const GROUP_HEADINGS: Record<BreakdownKind, string[]> = {
  products: ['Product', 'Category', 'Value before tax'],
  categories: ['Category', '', 'Value before tax'],
  cities: ['City', 'State', 'Revenue'],
  offers: ['Offer', '', 'Revenue'],
  sources: ['Source', '', 'Revenue'],
}

/** Every row of a breakdown, with its share and the days before. */
export function breakdownRows(kind: BreakdownKind, { rows, value }: Breakdown): Rows {
  const [name = '', detail = '', valueName = ''] = GROUP_HEADINGS[kind]
  const earlier = (heading: string) => `${heading} of the days before`
  const figures = ['Orders', 'Units', valueName]
  const withDetail = (cell: CsvCell) => (detail ? [cell] : [])
  return [
    [name, ...withDetail(detail), ...figures, 'Share', ...figures.map(earlier)],
    ...rows.map((row) => [
      row.name,
      ...withDetail(row.detail),
      row.orders,
      row.units,
      toRupees(row.value),
      shareOf(row.value, value),
      row.before.orders,
      row.before.units,
      toRupees(row.before.value),
    ]),
  ]
}

const FILE_PAGE = 500

/** The orders behind a figure, page by page. */
export async function* exportSaleRows(db: Db, group: SaleGroup, span: Span): AsyncGenerator<Rows> {
  yield [['Order', 'Placed (IST)', 'Customer', 'Units', 'Value in rupees']]
  for (let after: string | null = null; ; ) {
    const rows: SaleRow[] = await listSaleRows(db, group, span, { after, limit: FILE_PAGE })
    yield rows.map(({ orderId, placedAt, customerName, units, value }) => [
      orderId,
      timeInIndia(placedAt),
      customerName,
      units,
      value === null ? null : toRupees(value),
    ])
    if (rows.length < FILE_PAGE) return
    after = rows.at(-1)?.orderId ?? null
  }
}

/** The counts behind the visits. */
export function visitRows(rows: readonly PageViewCount[]): Rows {
  return [
    ['Day (IST)', 'Source', 'Landing page', 'Visits'],
    ...rows.map(({ day, source, landing, visits }) => [
      day,
      SOURCE_NAMES[source],
      LANDING_PAGE_NAMES[landing],
      visits,
    ]),
  ]
}

/** The rows of the report of that name; null when there is none. */
export function reportRows(name: string, page: Analytics): Rows | null {
  return Object.hasOwn(REPORTS, name) ? (REPORTS[name]?.(page) ?? null) : null
}
