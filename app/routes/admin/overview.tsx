import { adminCtx } from '#app/http/admin.server.ts'
import { OverviewPage } from '#app/ui/admin/overview-page.tsx'
import { readOverview } from '#shop/analytics/overview.read.ts'
import type { Route } from './+types/overview.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return { overview: await readOverview(adminCtx(context).db) }
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  return <OverviewPage overview={loaderData.overview} />
}
