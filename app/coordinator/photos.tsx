import { ApprovalsPage } from '#app/admin/approvals/approvals-page.tsx'
import { answerReview, readReview } from '#app/admin/approvals/review.server.ts'
import { readerFor } from '#app/admin/coordinator-words/words.server.ts'
import { PHOTOS } from '#app/coordinator/paths.ts'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { coordinatorContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/photos.ts'

export const handle: PageHandle = { title: null, access: { get: 200, post: 422 } }

export const shouldRevalidate = afterRefusal

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(coordinatorContext)
  return readReview(ctx, request, await readerFor(ctx, request))
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(coordinatorContext)
  return answerReview(ctx, request, PHOTOS, await readerFor(ctx, request))
}

/** The photos of her groups; product and stock are an admin's. */
export default function Photos({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData ?? loaderData.done
  return <ApprovalsPage {...loaderData} products={null} base={PHOTOS} answer={answer} />
}
