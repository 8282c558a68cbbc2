import { ActionItems } from '#app/admin/overview/action-items.tsx'
import { FirstSteps } from '#app/admin/overview/first-steps.tsx'
import { LineLegend, SalesFigure, salesBar } from '#app/admin/overview/sales-figure.tsx'
import { AdminPage, AdminSection, AdminTable } from '#app/desk/admin-page.tsx'
import {
  CountingNotice,
  Definition,
  FiguresStrip,
  LIVE_MS,
  type Figure as StripFigure,
  TrendNote,
  trendTone,
  UNITS,
  useLiveFigures,
  WHILE_COUNTING_MS,
} from '#app/desk/figures-strip.tsx'
import { APPROVALS, ORDERS, SETTINGS } from '#app/desk/paths.ts'
import { Facts } from '#app/desk/record-dialog.tsx'
import { useCanOpen, useRootData } from '#app/frame/use-root-data.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Link } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { StatusBadge } from '#app/orders/order-parts.tsx'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { QuickFigure } from '#shop/analytics/figures.ts'
import {
  findActionItems,
  type Overview,
  readFirstSteps,
  readOverview,
} from '#shop/analytics/overview.read.ts'
import { ACTION_PERMISSIONS, type ActionItem, type Stat } from '#shop/analytics/overview.ts'
import { paymentText } from '#shop/analytics/sales.ts'
import type { OrderLimits as Limits } from '#shop/ctx.ts'
import { shortDay } from '#shop/kernel/day.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatPrice, wholeRupees } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { may } from '#shop/kernel/permissions.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { dispatchCutoff } from '#shop/orders/delivery-estimate.ts'
import type { Route } from './+types/overview.ts'

export const handle: PageHandle = {
  tab: { label: 'Overview', icon: moreIcons.layoutDashboard, group: null },
  access: { get: 200 },
}

/** Loads the action items and sales figures that the person's roles may see, and the first steps of a new shop. */
export async function loader({ context }: Route.LoaderArgs) {
  const { reads, now, config, jobs, actor, payments } = context.get(staffContext)
  const lateBefore = dispatchCutoff(now, config.deliveryTimes.ships)
  const maySeeFigures = may(actor, 'analytics')
  const [actionItems, overview, steps, queues] = await Promise.all([
    findActionItems(reads.figures, { now, lateBefore, taxes: config.taxes }),
    maySeeFigures ? readOverview(reads.figures, now) : null,
    may(actor, 'roles') && !config.isDemo ? readFirstSteps(reads.figures, payments.card !== null) : null,
    jobs.states(),
  ])
  const failed = queues.reduce((sum, queue) => sum + queue.failed, 0)
  const jobItems: ActionItem[] = failed > 0 ? [{ kind: 'failed_job', count: failed, since: null }] : []
  const items = [...actionItems, ...jobItems].filter(({ kind }) => may(actor, ACTION_PERMISSIONS[kind]))
  return { items, overview, steps, limits: config.orderLimits, now }
}

const COLUMNS: Column<Overview['recentOrders'][number]>[] = [
  column.title('Order', ({ id }) => <Link to={`${ORDERS}/${id}`}>{shortId(id)}</Link>),
  column.state('Status', ({ status }) => <StatusBadge status={status} />),
  column.date('Date', ({ createdAt }) => createdAt),
  column.figure('Total', ({ total }) => formatPrice(wholeRupees(total))),
]

export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  const { items, overview, steps, limits, now } = loaderData
  const isDemo = useRootData()?.isDemo ?? false
  useLiveFigures(overview?.isCounting ? WHILE_COUNTING_MS : LIVE_MS)
  return (
    <AdminPage>
      {isDemo && (
        <p className="data-sub">
          This is a demonstration, so its accounts work without the second factor that a real shop asks for.
        </p>
      )}
      {overview?.isCounting && <CountingNotice />}
      {steps && (
        <AdminSection title="First steps">
          <FirstSteps done={steps} />
        </AdminSection>
      )}
      {(!steps || items.length > 0) && (
        <AdminSection title="To do">
          <ActionItems items={items} now={now} />
        </AdminSection>
      )}
      {overview && (!steps || overview.orders.total > 0) && (
        <ShopFigures overview={overview} limits={limits} />
      )}
    </AdminPage>
  )
}

function ShopFigures({ overview, limits }: { overview: Overview; limits: Limits }) {
  const canOpen = useCanOpen()
  const bars = overview.days.map((day) => salesBar(day.day, shortDay(day.day), day))
  return (
    <>
      <FiguresStrip figures={statFigures(overview)} />
      <AdminSection title="Sales by day" aside={<LineLegend />}>
        <SalesFigure bars={bars} caption="Sales by day, last 30 days" unit="Day" />
      </AdminSection>
      <div className="admin-columns">
        <AdminSection title="Recent Orders" aside={<Link to={ORDERS}>All orders</Link>}>
          <AdminTable
            caption="Recent Orders"
            columns={COLUMNS}
            rows={overview.recentOrders}
            empty={<EmptyList title="No orders yet" />}
          />
        </AdminSection>
        <div>
          {canOpen(APPROVALS) && (
            <AdminSection title="Pending Task Approvals">
              <PendingTasks tasks={overview.pendingTasks} />
            </AdminSection>
          )}
          <AdminSection title="Quick Stats" aside={<span className="admin-aside">Last 30 days</span>}>
            <QuickStats quick={overview.quick} />
          </AdminSection>
          <AdminSection title="Order limits" aside={canOpen(SETTINGS) && <Link to={SETTINGS}>Settings</Link>}>
            <OrderLimits limits={limits} />
          </AdminSection>
        </div>
      </div>
    </>
  )
}

/** The tasks that have waited longest for a review of their photo. */
function PendingTasks({ tasks }: { tasks: Overview['pendingTasks'] }) {
  if (tasks.length === 0) return <EmptyList title="No photos to approve" />
  return (
    <>
      <ul className="needs">
        {tasks.map(({ id, taskName, workerName, quantity, unit, submittedAt }) => (
          <li key={id} data-row className="needs-plain">
            <span>
              <b>{taskName}</b>
              <span>
                {workerName}, {formatNumber(quantity)} {unit}, sent {formatDayAndTime(submittedAt)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <ButtonLink to={APPROVALS} look="line" className="mt-3">
        Review photos
      </ButtonLink>
    </>
  )
}

function OrderLimits({ limits }: { limits: Limits }) {
  return (
    <Facts
      className="quick-stats"
      facts={[
        { label: 'Units of a product in an order', value: limits.unitsPerProduct },
        { label: 'Order paid in cash', value: upTo(limits.cash) },
        { label: 'Order paid in cash, before a first delivery', value: upTo(limits.cashForNew) },
        { label: 'Unpaid orders of an account or phone', value: limits.openUnpaid },
        { label: 'All unpaid orders before a first delivery', value: upTo(limits.openValueForNew) },
        { label: 'Orders placed or cancelled in an hour', value: limits.perHour },
      ]}
    />
  )
}

function upTo(amount: Limits['cash']): string {
  return `up to ${formatPrice(wholeRupees(amount))}`
}

function statFigures(overview: Overview): StripFigure[] {
  const { isCounting, users, products, orders, revenue, paidRevenue } = overview
  const salesFigures = [
    figure('Total Orders', orders, formatNumber, 'All orders placed, also those cancelled later.'),
    figure(
      'Total Revenue',
      revenue,
      (amount) => formatPrice(wholeRupees(amount)),
      'Totals of the orders placed, less refunds. Card orders count once they are paid; cancelled and fully refunded orders are left out.',
      `Of these: ${paymentText({ revenue: revenue.added, paidRevenue })}`,
    ),
  ]
  return [
    figure('Total Users', users, formatNumber, 'Accounts of customers, workers and staff.'),
    figure('Total Products', products, formatNumber, 'Products that are not archived, on sale or not.'),
    ...(isCounting ? salesFigures.map(({ label }) => ({ label, value: 'Counting' })) : salesFigures),
  ]
}

function figure<Amount extends number>(
  label: string,
  { total, added, change }: Stat<Amount>,
  format: (amount: Amount) => string,
  definition: string,
  aside?: string,
): StripFigure {
  const note = (
    <>
      {format(added)} in 30 days, <TrendNote change={change} before="the 30 days before" />
      {aside && <span className="block">{aside}</span>}
    </>
  )
  return { label, value: format(total), note, tone: trendTone(change), definition }
}

function QuickStats({ quick }: { quick: QuickFigure[] }) {
  return (
    <dl className="quick-stats">
      {quick.map(({ label, unit, value, definition }) => (
        <div key={label}>
          <dt>
            <span>{label}</span> <Definition term={label}>{definition}</Definition>
          </dt>
          <dd>{value === null ? 'None yet' : UNITS[unit](value)}</dd>
        </div>
      ))}
    </dl>
  )
}
