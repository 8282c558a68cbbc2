import { redirect } from 'react-router'
import { signOutHere } from '#app/auth/auth.server.ts'
import { SIGN_IN_PATH, WORKER_SIGN_IN_PATH } from '#app/kit/paths.ts'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/signout.ts'

export const handle: PageHandle = { search: 'noindex', access: { get: 302, post: null } }

/** Only a POST signs out, so that a link on another site cannot. */
export function loader() {
  return redirect('/')
}

export async function action({ request, context }: Route.ActionArgs) {
  const { pinWorker } = context.get(requestContext)
  const { isEnded, headers } = await signOutHere(request, context)
  if (pinWorker) return redirect(WORKER_SIGN_IN_PATH, { headers })
  return redirect(isEnded ? '/' : `${SIGN_IN_PATH}?notice=signed_out_here`, { headers })
}
