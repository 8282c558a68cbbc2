import { OverviewPage } from '#app/admin/overview/overview-page.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readOverview } from '#shop/analytics/overview.read.ts'
import type { Route } from './+types/overview.ts'

export const handle: PageHandle = {
  tab: { label: 'Overview', icon: moreIcons.layoutDashboard, group: 'main' },
  access: { get: 200 },
}

export async function loader({ context }: Route.LoaderArgs) {
  const { reads, now, config } = context.get(adminContext)
  const overview = await readOverview(reads.figures, now, config.deliveryTimes.ships)
  return { overview, limits: config.orderLimits }
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  return <OverviewPage {...loaderData} />
}
