import type { SelectQueryBuilder } from 'kysely'

/** Counts the rows of a query that selects no columns. */
export async function countRows<Tables, Names extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Names, unknown>,
) {
  const row = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return (row as { count: number }).count
}
