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
  /** True if the admin confirmed to replace a filter of this name. */
  replaces?: boolean
}

/** Saves a filter for the actor. Without `replaces`, an existing name with another query is refused. */
export async function saveFilter(ctx: Ctx, { list, name, query, replaces = false }: NewFilter) {
  const { actor, now } = ctx
  if (!may(actor, 'dashboard')) return err('not_allowed')
  const userId = actor.id
  return inTransaction(ctx, async (db) => {
    await lockFilters(db, userId)
    const saved = await savedFilters(db, userId, list)
    const existing = saved.find((filter) => filter.name === name)
    if (existing && existing.query !== query && !replaces) return err('filter_name_taken')
    if (!existing && saved.length >= MAX_FILTERS) return err('too_many_filters')
    await writeFilter(db, { userId, list, name, query, now })
    return ok(null)
  })
}

/** Deletes a filter and returns it, so that the deletion can be undone. Null if it does not exist. */
export async function removeFilter(ctx: Ctx, id: string) {
  if (!may(ctx.actor, 'dashboard')) return err('not_allowed')
  return ok(await deleteFilter(ctx.db, { id, userId: ctx.actor.id }))
}
