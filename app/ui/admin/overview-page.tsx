import { Link } from 'react-router'
import { AdminPage, AdminSection } from '#app/ui/admin/kit/admin-page.tsx'
import { type DataColumn, DataTable } from '#app/ui/admin/kit/data-table.tsx'
import { FiguresStrip } from '#app/ui/admin/kit/figures-strip.tsx'
import { Nothing } from '#app/ui/admin/kit/nothing.tsx'
import { DASHBOARD } from '#app/ui/admin/tabs.ts'
import { StatusBadge } from '#app/ui/orders/status-badge.tsx'
import type { Overview } from '#shop/analytics/overview.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { formatDay } from '#shop/kernel/time.ts'

type RecentOrder = Overview['recentOrders'][number]

const COLUMNS: DataColumn<RecentOrder>[] = [
  {
    key: 'id',
    header: 'Order',
    place: 'title',
    cell: ({ id }) => <Link to={`${DASHBOARD}/orders/${id}`}>{shortId(id)}</Link>,
  },
  { key: 'status', header: 'Status', place: 'state', cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'date', header: 'Date', cell: ({ createdAt }) => formatDay(createdAt) },
  { key: 'total', header: 'Total', place: 'figure', align: 'end', cell: ({ total }) => formatPrice(total) },
]

/** The shop in four figures, and its newest orders. */
export function OverviewPage({ overview }: { overview: Overview }) {
  const figures = [
    { label: 'Total Users', value: overview.users.toLocaleString('en-IN') },
    { label: 'Total Products', value: overview.products.toLocaleString('en-IN') },
    { label: 'Total Orders', value: overview.orders.toLocaleString('en-IN') },
    { label: 'Total Revenue', value: formatPrice(overview.revenue) },
  ]
  return (
    <AdminPage title="Overview">
      <FiguresStrip figures={figures} />
      <AdminSection title="Recent Orders">
        <DataTable
          caption="Recent Orders"
          columns={COLUMNS}
          rows={overview.recentOrders}
          rowKey={({ id }) => id}
          empty={<Nothing title="No orders yet" />}
        />
      </AdminSection>
    </AdminPage>
  )
}
