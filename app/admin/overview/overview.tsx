import { OverviewPage } from '#app/admin/overview/overview-page.tsx'
import { adminCtx } from '#app/request/admin.server.ts'
import { readOverview } from '#shop/analytics/overview.read.ts'
import type { Route } from './+types/overview.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { reads, now, config } = adminCtx(context)
  const overview = await readOverview(reads.figures, now, config.deliveryTimes.ships)
  return { overview, limits: config.orderLimits }
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  return <OverviewPage {...loaderData} />
}
