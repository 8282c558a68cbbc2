import { z } from 'zod'
import { askedPeriod } from '#app/admin/analytics/asked-period.ts'
import { buyersPath, csvPath, DEFINITIONS } from '#app/admin/analytics/report-section.tsx'
import { NextLink, RowsPage } from '#app/admin/analytics/rows-page.tsx'
import { PEOPLE } from '#app/admin/paths.ts'
import { EmptyList } from '#app/kit/empty-list.tsx'
import { Link } from '#app/kit/link.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { type Buyer, listBuyers } from '#shop/analytics/buyers.read.ts'
import { customerFigures } from '#shop/analytics/figures.read.ts'
import { dayWithYear } from '#shop/analytics/period.ts'
import { BUYER_KINDS, type BuyerKind } from '#shop/analytics/sale-group.ts'
import { recordLook } from '#shop/audit/record-look.ts'
import { isDay } from '#shop/kernel/day.ts'
import { isUuid, shortId } from '#shop/kernel/ids.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import type { Route } from './+types/buyers.ts'

export const handle: PageHandle = {
  guard: 'analytics',
  title: 'Customers behind a figure',
  access: { at: '/admin/dashboard/analytics/customers', get: 200 },
}

const PER_PAGE = 50

const query = z.object({
  kind: z.enum(BUYER_KINDS).catch('buyers'),
  after: z
    .string()
    .transform((text) => text.split(' '))
    .refine(([day = '', userId = '']) => isDay(day) && isUuid(userId))
    .transform(([day = '', userId = '']) => ({ day, userId }))
    .nullable()
    .catch(null),
})

/** The customers that a figure counts. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { reads, now } = ctx
  await recordLook(ctx, { entity: 'user', entityId: 'all', personId: null })
  const params = new URL(request.url).searchParams
  const period = askedPeriod(params, now)
  const { kind, after } = query.parse({ kind: params.get('kind'), after: params.get('after') })
  const [figures, rows] = await Promise.all([
    customerFigures(reads.figures, period.current),
    listBuyers(reads.figures, kind, period.current, { after, limit: PER_PAGE + 1 }),
  ])
  const shown = rows.slice(0, PER_PAGE)
  const last = rows.length > PER_PAGE ? shown.at(-1) : undefined
  const count = { buyers: figures.customers, repeating: figures.repeating, new: figures.newcomers }[kind]
  return { period, kind, count, rows: shown, after: last ? `${last.day} ${last.userId}` : null }
}

const TEXTS: Record<BuyerKind, { title: string; intro: string; day: string; sales: string }> = {
  buyers: {
    title: 'Customers who bought',
    intro: DEFINITIONS.buyers,
    day: 'Last bought on',
    sales: 'Orders by then',
  },
  repeating: {
    title: 'Repeat customers',
    intro: DEFINITIONS.repeatRate,
    day: 'Last bought on',
    sales: 'Orders by then',
  },
  new: {
    title: 'New customers',
    intro: DEFINITIONS.newCustomers,
    day: 'First bought on',
    sales: 'Orders that day',
  },
}

function columnsOf(kind: BuyerKind): Column<Buyer>[] {
  const { day, sales } = TEXTS[kind]
  return [
    {
      key: 'name',
      header: 'Customer',
      place: 'title',
      cell: ({ userId, name }) => <Link to={`${PEOPLE}/${userId}`}>{name || shortId(userId)}</Link>,
    },
    { key: 'day', header: day, cell: (row) => dayWithYear(row.day) },
    { key: 'sales', header: sales, align: 'end', place: 'figure', cell: (row) => formatNumber(row.sales) },
  ]
}

export default function Buyers({ loaderData: { period, kind, count, rows, after } }: Route.ComponentProps) {
  const { title, intro } = TEXTS[kind]
  const next = after ? `${buyersPath(period, kind)}&${new URLSearchParams({ after })}` : null
  return (
    <RowsPage
      title={title}
      period={period}
      intro={
        <>
          <b className="block text-ink">
            {formatNumber(count)} {count === 1 ? 'customer' : 'customers'}
          </b>
          {intro}
        </>
      }
      csv={csvPath('customers', period, { kind })}
    >
      <Table
        dense
        caption={title}
        columns={columnsOf(kind)}
        rows={rows}
        rowKey={({ userId }) => userId}
        empty={<EmptyList title="No customers in this period" />}
      />
      <NextLink to={next} />
    </RowsPage>
  )
}
