import { workerContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/session.ts'

export const handle: PageHandle = {
  guard: 'worker',
  search: 'noindex',
  feature: 'programme',
  access: { get: 200 },
}

/** Returns the person of this session, for the scripts that send queued work. */
export function loader({ context }: Route.LoaderArgs) {
  const { id } = context.get(workerContext).actor
  return Response.json({ id }, { headers: { 'cache-control': 'no-store' } })
}
