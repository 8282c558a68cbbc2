import { ApprovalsPage } from '#app/admin/approvals/approvals-page.tsx'
import { answerReview, readReview } from '#app/admin/approvals/review.server.ts'
import { APPROVALS } from '#app/admin/paths.ts'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { moreIcons } from '#app/kit/more-icons.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { namedProducts } from '#shop/catalogue/products.read.ts'
import type { Route } from './+types/approvals.ts'

export const handle: PageHandle = {
  guard: 'programme',
  tab: { label: 'Task Approvals', icon: moreIcons.image, group: 'main' },
  feature: 'programme',
  access: { get: 200, post: 422 },
}

export const shouldRevalidate = afterRefusal

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const [review, products] = await Promise.all([readReview(ctx, request), namedProducts(ctx.db)])
  return { ...review, products }
}

export function action({ request, context }: Route.ActionArgs) {
  return answerReview(context.get(staffContext), request, APPROVALS)
}

export default function TaskApprovals({ loaderData, actionData }: Route.ComponentProps) {
  return <ApprovalsPage {...loaderData} base={APPROVALS} answer={actionData ?? loaderData.done} />
}
