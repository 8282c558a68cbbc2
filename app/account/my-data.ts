import { data } from 'react-router'
import { shopCtx } from '#app/request/context.server.ts'
import { personalDataDownload } from '#app/request/downloads.server.ts'
import { confirmFirst } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import type { Route } from './+types/my-data.ts'

export const handle: PageHandle = { search: 'noindex', access: { get: [401, 200, 200, 200] } }

export async function loader({ url, context }: Route.LoaderArgs) {
  const ctx = shopCtx(context)
  const { actor } = ctx
  if (actor.kind === 'visitor') throw data(null, { status: 401 })
  if (!isFresh(ctx)) throw confirmFirst(url)
  return personalDataDownload(ctx, actor, 'my-data')
}
