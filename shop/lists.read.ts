import { type SelectQueryBuilder, sql } from 'kysely'

/** Counts the rows of a query that selects no columns. */
export async function countRows<Tables, Names extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Names, unknown>,
) {
  const row = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return (row as { count: number }).count
}

type Table = 'contact_messages' | 'coupons' | 'orders' | 'refunds' | 'reviews' | 'users' | 'work_logs'

/**
 * Matches rows created before the row with this id, for a list's next page. Matches nothing if that row does not exist.
 *
 * @param userId - the account that must own the row; null: any
 */
export function olderThan(table: Table, id: string, userId: string | null = null) {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const isOwn = userId === null ? sql`` : sql`and last.user_id = ${userId}::uuid`
  return sql<boolean>`(${column('created_at')}, ${column('id')}) <
    (select last.created_at, last.id from ${sql.table(table)} as last where last.id = ${id}::uuid ${isOwn})`
}
