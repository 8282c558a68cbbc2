import { ApprovalsPage } from '#app/admin/approvals/approvals-page.tsx'
import { answerReview, readReview } from '#app/admin/approvals/review.server.ts'
import { PHOTOS } from '#app/coordinator/paths.ts'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { coordinatorContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/photos.ts'

export const handle: PageHandle = { title: 'Photos', access: { get: 200, post: 422 } }

export const shouldRevalidate = afterRefusal

export function loader({ request, context }: Route.LoaderArgs) {
  return readReview(context.get(coordinatorContext), request)
}

export function action({ request, context }: Route.ActionArgs) {
  return answerReview(context.get(coordinatorContext), request, PHOTOS)
}

/** The photos of her groups; product and stock are an admin's. */
export default function Photos({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData ?? loaderData.done
  return <ApprovalsPage {...loaderData} products={null} base={PHOTOS} answer={answer} />
}
