import { adminCtx } from '#app/http/admin.server.ts'
import { OverviewPage } from '#app/ui/admin/overview/overview-page.tsx'
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
