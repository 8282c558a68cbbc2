import type { Ctx } from '#shop/ctx.ts'
import { MAX_FILTERS } from '#shop/filters/filter.ts'
import { savedFilters } from '#shop/filters/filters.read.ts'
import { deleteFilter, lockFilters, writeFilter } from '#shop/filters/filters.sql.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export type NewFilter = {
  list: string
  name: string
  query: string
  /** Confirmed by the admin. */
  replaces?: boolean
}

/** Per admin. Without `replaces` an existing name is refused. */
export async function saveFilter(ctx: Ctx, { list, name, query, replaces = false }: NewFilter) {
  const { actor, now } = ctx
  if (!may(actor, 'dashboard')) return err('not_allowed')
  const userId = actor.id
  return inTransaction(ctx, async (db) => {
    await lockFilters(db, userId)
    const saved = await savedFilters(db, userId, list)
    const same = saved.find((filter) => filter.name === name)
    if (same && same.query !== query && !replaces) return err('filter_name_taken')
    if (!same && saved.length >= MAX_FILTERS) return err('too_many_filters')
    await writeFilter(db, { userId, list, name, query, now })
    return ok(null)
  })
}

/** Returns the deleted filter, to undo it; null if gone. */
export async function removeFilter(ctx: Ctx, id: string) {
  if (!may(ctx.actor, 'dashboard')) return err('not_allowed')
  return ok(await deleteFilter(ctx.db, { id, userId: ctx.actor.id }))
}
