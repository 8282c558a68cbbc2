import { data } from 'react-router'
import { shopCtx } from '#app/request/context.server.ts'
import { fileDownload } from '#app/request/downloads.server.ts'
import { confirmFirst } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { readPersonalData } from '#shop/privacy/personal-data.read.ts'
import type { Route } from './+types/my-data.ts'

export const handle: PageHandle = { search: 'noindex', access: { get: [401, 200, 200, 200] } }

export async function loader({ url, context }: Route.LoaderArgs) {
  const ctx = shopCtx(context)
  const { db, actor, now } = ctx
  if (actor.kind === 'visitor') throw data(null, { status: 401 })
  if (!isFresh(ctx)) throw confirmFirst(url)
  const stored = await readPersonalData(db, ctx, actor)
  const file = JSON.stringify({ generated_at: now.toISOString(), amounts: 'in paise', ...stored }, null, 2)
  return fileDownload('my-data.json', 'application/json; charset=utf-8', file)
}
