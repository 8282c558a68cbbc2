import { Link } from 'react-router'
import { AdminPage, AdminSection } from '#app/admin/kit/admin-page.tsx'
import { CountingNotice } from '#app/admin/kit/counting-notice.tsx'
import { type DataColumn, DataTable } from '#app/admin/kit/data-table.tsx'
import { EmptyList } from '#app/admin/kit/empty-list.tsx'
import { FiguresStrip } from '#app/admin/kit/figures-strip.tsx'
import { LIVE_MS, useLiveFigures, WHILE_COUNTING_MS } from '#app/admin/kit/use-live-figures.ts'
import { ActionItems } from '#app/admin/overview/action-items.tsx'
import { OrderLimits } from '#app/admin/overview/order-limits.tsx'
import { PendingTasks } from '#app/admin/overview/pending-tasks.tsx'
import { QuickStats } from '#app/admin/overview/quick-stats.tsx'
import { LineLegend, SalesFigure, salesBar } from '#app/admin/overview/sales-figure.tsx'
import { statFigures } from '#app/admin/overview/stat-figures.tsx'
import { DASHBOARD } from '#app/admin/tabs.ts'
import { useIsOpen } from '#app/frame/use-root-data.ts'
import { StatusBadge } from '#app/orders/status-badge.tsx'
import type { Overview, RecentOrder } from '#shop/analytics/overview.ts'
import type { OrderLimits as Limits } from '#shop/ctx.ts'
import { shortDay } from '#shop/kernel/day.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatPrice, wholeRupees } from '#shop/kernel/money.ts'
import { formatDay } from '#shop/kernel/time.ts'

const COLUMNS: DataColumn<RecentOrder>[] = [
  {
    key: 'id',
    header: 'Order',
    place: 'title',
    cell: ({ id }) => <Link to={`${DASHBOARD}/orders/${id}`}>{shortId(id)}</Link>,
  },
  { key: 'status', header: 'Status', place: 'state', cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'date', header: 'Date', cell: ({ createdAt }) => formatDay(createdAt) },
  {
    key: 'total',
    header: 'Total',
    place: 'figure',
    align: 'end',
    cell: ({ total }) => formatPrice(wholeRupees(total)),
  },
]

/** The shop at a glance: its figures, what waits, the last 30 days, the newest orders. */
export function OverviewPage({ overview, limits }: { overview: Overview; limits: Limits }) {
  const isOpen = useIsOpen()
  useLiveFigures(overview.isCounting ? WHILE_COUNTING_MS : LIVE_MS)
  const bars = overview.days.map((day) => salesBar(day.day, shortDay(day.day), day))
  return (
    <AdminPage title="Overview">
      {overview.isCounting && <CountingNotice />}
      <FiguresStrip figures={statFigures(overview)} />
      <div className="desk-columns desk-columns-needs">
        <AdminSection title="Sales by day" aside={<LineLegend />}>
          <SalesFigure bars={bars} caption="Sales by day, last 30 days" unit="Day" />
        </AdminSection>
        <AdminSection title="Needs attention">
          <ActionItems needs={overview.needs} />
        </AdminSection>
      </div>
      <div className="desk-columns">
        <AdminSection title="Recent Orders" aside={<Link to={`${DASHBOARD}/orders`}>All orders</Link>}>
          <DataTable
            caption="Recent Orders"
            columns={COLUMNS}
            rows={overview.recentOrders}
            rowKey={({ id }) => id}
            empty={<EmptyList title="No orders yet" />}
          />
        </AdminSection>
        <div>
          {isOpen(`${DASHBOARD}/task-approvals`) && (
            <AdminSection title="Pending Task Approvals">
              <PendingTasks tasks={overview.pendingTasks} />
            </AdminSection>
          )}
          <AdminSection title="Quick Stats" aside={<span className="desk-aside">Last 30 days</span>}>
            <QuickStats quick={overview.quick} />
          </AdminSection>
          <AdminSection title="Order limits" aside={<span className="desk-aside">From the settings</span>}>
            <OrderLimits limits={limits} />
          </AdminSection>
        </div>
      </div>
    </AdminPage>
  )
}
