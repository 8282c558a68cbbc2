import { OverviewPage } from '#app/admin/overview/overview-page.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readOverview } from '#shop/analytics/overview.read.ts'
import type { ActionItem } from '#shop/analytics/overview.ts'
import type { Route } from './+types/overview.ts'

export const handle: PageHandle = {
  tab: { label: 'Overview', icon: moreIcons.layoutDashboard, group: 'main' },
  access: { get: 200 },
}

export async function loader({ context }: Route.LoaderArgs) {
  const { reads, now, config, jobs } = context.get(staffContext)
  const [overview, queues] = await Promise.all([
    readOverview(reads.figures, now, { ships: config.deliveryTimes.ships, taxes: config.taxes }),
    jobs.states(),
  ])
  const failed = queues.reduce((sum, queue) => sum + queue.failed, 0)
  const jobItems: ActionItem[] = failed > 0 ? [{ kind: 'failed_job', count: failed, since: null }] : []
  return {
    overview: { ...overview, actionItems: [...overview.actionItems, ...jobItems] },
    limits: config.orderLimits,
    now,
  }
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  return <OverviewPage {...loaderData} />
}
