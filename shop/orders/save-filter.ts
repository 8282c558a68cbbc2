import type { Ctx } from '#shop/ctx.ts'
import { isAdmin } from '#shop/kernel/actor.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { countFilters, deleteFilter, insertFilter } from '#shop/orders/filters.sql.ts'

/** A list of filters longer than this is not readable. */
const MAX_FILTERS = 30

export type FilterRefusal = { ok: false; reason: 'not_admin' } | { ok: false; reason: 'too_many_filters' }

/** Saves a filter of the list of orders under a name, for this admin only. */
export async function saveFilter(
  ctx: Ctx,
  { name, query }: { name: string; query: string },
): Promise<Result<null, FilterRefusal>> {
  if (!isAdmin(ctx.actor)) return err('not_admin')
  const userId = ctx.actor.id
  if ((await countFilters(ctx.db, userId, 'orders')) >= MAX_FILTERS) return err('too_many_filters')
  await insertFilter(ctx.db, { userId, list: 'orders', name, query, now: ctx.now })
  return ok(null)
}

/** Deletes one of the admin's own filters; deleting a missing one succeeds. */
export async function removeFilter(ctx: Ctx, id: string): Promise<Result<null, FilterRefusal>> {
  if (!isAdmin(ctx.actor)) return err('not_admin')
  await deleteFilter(ctx.db, { id, userId: ctx.actor.id })
  return ok(null)
}
