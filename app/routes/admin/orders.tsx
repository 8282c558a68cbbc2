import { Link } from 'react-router'
import { adminCtx } from '#app/http/admin.server.ts'
import { AdminPage } from '#app/ui/admin/kit/admin-page.tsx'
import { type DataColumn, DataTable } from '#app/ui/admin/kit/data-table.tsx'
import { Nothing } from '#app/ui/admin/kit/nothing.tsx'
import { DASHBOARD } from '#app/ui/admin/tabs.ts'
import { StatusBadge } from '#app/ui/orders/status-badge.tsx'
import { shortId } from '#shop/kernel/ids.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { formatDay } from '#shop/kernel/time.ts'
import type { Order } from '#shop/orders/order.ts'
import { listOrders } from '#shop/orders/orders.read.ts'
import type { Route } from './+types/orders.ts'

const NEWEST = 50

export async function loader({ context }: Route.LoaderArgs) {
  return { orders: await listOrders(adminCtx(context).db, { userId: null, limit: NEWEST }) }
}

const COLUMNS: DataColumn<Order>[] = [
  {
    key: 'id',
    header: 'Order',
    place: 'title',
    cell: ({ id }) => <Link to={`${DASHBOARD}/orders/${id}`}>{shortId(id)}</Link>,
  },
  { key: 'customer', header: 'Customer', cell: ({ customerName }) => customerName || 'Unknown Customer' },
  { key: 'status', header: 'Status', place: 'state', cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'date', header: 'Date', cell: ({ createdAt }) => formatDay(createdAt) },
  {
    key: 'tracking',
    header: 'Tracking',
    cell: ({ trackingNumber }) => trackingNumber ?? 'Not assigned',
  },
  { key: 'total', header: 'Total', place: 'figure', align: 'end', cell: ({ total }) => formatPrice(total) },
]

export default function Orders({ loaderData: { orders } }: Route.ComponentProps) {
  return (
    <AdminPage title="Orders">
      <DataTable
        caption="Orders"
        columns={COLUMNS}
        rows={orders}
        rowKey={({ id }) => id}
        empty={<Nothing title="No orders yet" />}
      />
    </AdminPage>
  )
}
