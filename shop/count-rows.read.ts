import type { SelectQueryBuilder } from 'kysely'

/** The number of rows that a query without columns finds. */
export async function countRows<Tables, Names extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Names, unknown>,
) {
  const row = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return (row as { count: number }).count
}
