import { data } from 'react-router'
import { askedPeriod } from '#app/admin/analytics/asked-period.ts'
import { csvPath, DEFINITIONS, rowsPath } from '#app/admin/analytics/report-section.tsx'
import { NextLink, RowsPage } from '#app/admin/analytics/rows-page.tsx'
import { ORDERS } from '#app/desk/paths.ts'
import { EmptyList } from '#app/kit/empty-list.tsx'
import { Link } from '#app/kit/link.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { groupName } from '#shop/analytics/breakdown.read.ts'
import { groupParams, readGroup, type SaleGroup } from '#shop/analytics/sale-group.ts'
import { listSaleRows, type SaleRow, type SaleTotals, saleTotals } from '#shop/analytics/sale-rows.read.ts'
import { isUuid, shortId } from '#shop/kernel/ids.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { Route } from './+types/sale-rows.ts'

export const handle: PageHandle = {
  guard: 'analytics',
  title: 'Orders behind a figure',
  access: { at: '/admin/dashboard/analytics/orders', get: 200 },
}

const PER_PAGE = 50

/** The orders behind a figure of sales. 404 for a group that does not exist. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { reads, now } = context.get(staffContext)
  const params = new URL(request.url).searchParams
  const period = askedPeriod(params, now)
  const group = readGroup(params)
  if (!group) throw data(null, { status: 404 })
  const asked = params.get('after')
  const after = asked && isUuid(asked) ? asked : null
  const [totals, rows, name] = await Promise.all([
    saleTotals(reads.figures, group, period.current),
    listSaleRows(reads.figures, group, period.current, { after, limit: PER_PAGE + 1 }),
    groupName(reads.figures, group),
  ])
  const shown = rows.slice(0, PER_PAGE)
  const last = rows.length > PER_PAGE ? shown.at(-1) : undefined
  return { period, group, name, totals, rows: shown, after: last?.orderId ?? null }
}

/** The columns of a group of sales, and the definitions of their figures. */
const TEXTS: Record<SaleGroup['kind'], { intro: string; units: string | null; value: string | null }> = {
  all: { intro: DEFINITIONS.revenue, units: 'Units', value: 'Revenue' },
  product: { intro: DEFINITIONS.products, units: 'Units', value: 'Before tax' },
  category: { intro: DEFINITIONS.categories, units: 'Units', value: 'Before tax' },
  city: { intro: DEFINITIONS.cities, units: 'Units', value: 'Revenue' },
  offer: { intro: DEFINITIONS.offers, units: 'Units', value: 'Revenue' },
  source: { intro: DEFINITIONS.sources, units: 'Units', value: 'Revenue' },
  pick: { intro: DEFINITIONS.picks, units: 'Picks', value: null },
  pair: { intro: DEFINITIONS.picks, units: 'Mixes', value: null },
  carrier: { intro: DEFINITIONS.carriers, units: null, value: null },
  flagged: { intro: DEFINITIONS.flagged, units: null, value: null },
  returns: { intro: DEFINITIONS.returns, units: 'Units back', value: null },
}

function columnsOf(group: SaleGroup): Column<SaleRow>[] {
  const { units: unitsName, value: valueName } = TEXTS[group.kind]
  const unitsColumn: Column<SaleRow> = {
    key: 'units',
    header: unitsName ?? '',
    align: 'end',
    ...(!valueName && { place: 'figure' }),
    cell: ({ units }) => formatNumber(units ?? 0),
  }
  return [
    {
      key: 'order',
      header: 'Order',
      place: 'title',
      cell: ({ orderId, customerName }) => (
        <>
          <Link to={`${ORDERS}/${orderId}`}>{shortId(orderId)}</Link>
          <span className="data-sub">{customerName}</span>
        </>
      ),
    },
    { key: 'placed', header: 'Placed (IST)', cell: ({ placedAt }) => formatDayAndTime(placedAt) },
    ...(unitsName ? [unitsColumn] : []),
    ...(valueName
      ? [
          {
            key: 'value',
            header: valueName,
            align: 'end',
            place: 'figure',
            cell: ({ value }) => (value === null ? '' : formatAmount(value)),
          } satisfies Column<SaleRow>,
        ]
      : []),
  ]
}

function sumWords(group: SaleGroup, { orders, units, value }: SaleTotals): string {
  const { units: unitsName, value: valueName } = TEXTS[group.kind]
  const parts = [
    orders !== null && `${formatNumber(orders)} ${orders === 1 ? 'order' : 'orders'}`,
    unitsName && units !== null && `${unitsName.toLowerCase()}: ${formatNumber(units)}`,
    valueName && value !== null && `${valueName.toLowerCase()}: ${formatAmount(value)}`,
  ]
  return parts.filter(Boolean).join(', ')
}

export default function SaleRows({ loaderData }: Route.ComponentProps) {
  const { period, group, name, totals, rows, after } = loaderData
  const next = after ? `${rowsPath(period, group)}&${new URLSearchParams({ after })}` : null
  return (
    <RowsPage
      title={`Orders: ${name}`}
      period={period}
      intro={
        <>
          <b className="block text-ink">{sumWords(group, totals)}</b>
          {TEXTS[group.kind].intro}
        </>
      }
      csv={csvPath('orders', period, groupParams(group))}
    >
      <Table
        dense
        caption={`Orders: ${name}`}
        columns={columnsOf(group)}
        rows={rows}
        rowKey={({ orderId }) => orderId}
        empty={<EmptyList title="No orders in this period" />}
      />
      <NextLink to={next} />
    </RowsPage>
  )
}
