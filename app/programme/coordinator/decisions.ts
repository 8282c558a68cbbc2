import { redirect } from 'react-router'
import { PHOTOS } from '#app/programme/coordinator/paths.ts'
import { answerDecision } from '#app/programme/review/review.server.ts'
import { readerFor } from '#app/programme/words/words.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/decisions.ts'

export const handle: PageHandle = {
  guard: 'groups',
  search: 'noindex',
  feature: 'programme',
  access: { get: 302, post: 422 },
}

export function loader() {
  return redirect(PHOTOS)
}

/** Accepts a decision about a photo that was queued on a phone. Idempotent by the decision's id. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  return answerDecision(ctx, request, await readerFor(ctx, request))
}
