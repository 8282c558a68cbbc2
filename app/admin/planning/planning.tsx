import { PlanningPage } from '#app/admin/planning/planning-page.tsx'
import { adminCtx } from '#app/request/admin.server.ts'
import { productSupplies } from '#shop/programme/planning.read.ts'
import { proposals } from '#shop/programme/planning.ts'
import type { Route } from './+types/planning.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = adminCtx(context)
  return { proposals: proposals(await productSupplies(db)) }
}

export default function Planning({ loaderData }: Route.ComponentProps) {
  return <PlanningPage {...loaderData} />
}
