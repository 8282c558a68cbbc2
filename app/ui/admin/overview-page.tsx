import { Link } from 'react-router'
import { StatusBadge } from '#app/ui/orders/status-badge.tsx'
import type { Overview } from '#shop/analytics/overview.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { formatDay } from '#shop/kernel/time.ts'

/** The shop in four figures, and its newest orders. */
export function OverviewPage({ overview }: { overview: Overview }) {
  const figures = [
    { label: 'Total Users', value: overview.users.toLocaleString('en-IN') },
    { label: 'Total Products', value: overview.products.toLocaleString('en-IN') },
    { label: 'Total Orders', value: overview.orders.toLocaleString('en-IN') },
    { label: 'Total Revenue', value: formatPrice(overview.revenue) },
  ]
  return (
    <div className="wrap pt-8 pb-section">
      <title>Admin Dashboard</title>
      <h1 className="display text-3xl">Admin Dashboard</h1>
      <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-5 border-line border-y py-5 md:grid-cols-4">
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-ink-soft text-sm">{label}</dt>
            <dd className="numeric font-bold text-2xl">{value}</dd>
          </div>
        ))}
      </dl>
      <h2 className="display mt-10 text-xl">Recent Orders</h2>
      {overview.recentOrders.length === 0 ? (
        <p className="mt-3 text-ink-soft">No orders yet.</p>
      ) : (
        <ul className="mt-3 border-ink border-t-2">
          {overview.recentOrders.map((order) => (
            <RecentOrder key={order.id} order={order} />
          ))}
        </ul>
      )}
    </div>
  )
}

function RecentOrder({ order }: { order: Overview['recentOrders'][number] }) {
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 border-line border-b py-3">
      <Link to={`/orders/${order.id}`} className="link numeric">
        {shortId(order.id)}
      </Link>
      <StatusBadge status={order.status} />
      <span className="text-ink-soft">{formatDay(order.createdAt)}</span>
      <span className="numeric ml-auto font-semibold">{formatPrice(order.total)}</span>
    </li>
  )
}
