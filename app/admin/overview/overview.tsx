import { OverviewPage } from '#app/admin/overview/overview-page.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { findActionItems } from '#shop/analytics/action-items.read.ts'
import { readOverview } from '#shop/analytics/overview.read.ts'
import { ACTION_PERMISSIONS, type ActionItem } from '#shop/analytics/overview.ts'
import { may } from '#shop/kernel/permissions.ts'
import { dispatchCutoff } from '#shop/orders/delivery-estimate.ts'
import type { Route } from './+types/overview.ts'

export const handle: PageHandle = {
  tab: { label: 'Overview', icon: moreIcons.layoutDashboard, group: 'main' },
  access: { get: 200 },
}

/** The action items that the person's roles can act on, and sales figures for roles that may see them. */
export async function loader({ context }: Route.LoaderArgs) {
  const { reads, now, config, jobs, actor } = context.get(staffContext)
  const lateBefore = dispatchCutoff(now, config.deliveryTimes.ships)
  const seesFigures = may(actor, 'analytics')
  const [actionItems, overview, queues] = await Promise.all([
    findActionItems(reads.figures, { now, lateBefore, taxes: config.taxes }),
    seesFigures ? readOverview(reads.figures, now) : null,
    jobs.states(),
  ])
  const failed = queues.reduce((sum, queue) => sum + queue.failed, 0)
  const jobItems: ActionItem[] = failed > 0 ? [{ kind: 'failed_job', count: failed, since: null }] : []
  const items = [...actionItems, ...jobItems].filter(({ kind }) => may(actor, ACTION_PERMISSIONS[kind]))
  return { items, overview, limits: config.orderLimits, now }
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  return <OverviewPage {...loaderData} />
}
