import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'

/**
 * Records that an admin takes a list with personal data out of the shop as a file: which list, and the names of the
 * filters. Their values may be somebody's name, and would stay in the log when that person's account is closed.
 */
export async function recordExport(
  ctx: Pick<Ctx, 'db' | 'actor' | 'now' | 'client' | 'config'>,
  list: string,
  params: URLSearchParams,
) {
  const { db, actor, now, client } = ctx
  if (!may(actor, 'exports')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  await recordChange(db, { ...entryOf(list, params), actorId: actor.id, action: 'export', now, client })
  return ok(null)
}

/** The same for a file without names, as of products or sums: it asks for no second factor, and owners get no email about it. */
export async function recordDownload(
  { db, actor, now, client }: Pick<Ctx, 'db' | 'actor' | 'now' | 'client'>,
  list: string,
  params: URLSearchParams,
): Promise<void> {
  if (actor.kind === 'visitor') return
  await recordChange(db, { ...entryOf(list, params), actorId: actor.id, action: 'download', now, client })
}

function entryOf(list: string, params: URLSearchParams) {
  const filters = [
    ...new Set([...params].filter(([, value]) => value !== '').map(([name]) => name.slice(0, 20))),
  ]
  const after = { name: list, filters: filters.slice(0, 20).toSorted().join(', ') }
  return { entity: 'export', entityId: list, before: null, after } as const
}
