import type { Db } from '#shop/ctx.ts'

/** A product as a line of the count. */
export type CountedProduct = { id: string; name: string; shelf: string; stockQuantity: number }

/** All products that are not archived, by shelf and name. The caller has checked that the actor is an admin. */
export async function productsToCount(db: Db): Promise<CountedProduct[]> {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'shelf', 'stockQuantity'])
    .where('archivedAt', 'is', null)
    .orderBy((eb) => eb('shelf', '=', ''))
    .orderBy('shelf')
    .orderBy('name')
    .limit(1000)
    .execute()
}

/** The levels of these products by id; unknown ones are left out. */
export async function stockOf(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('products')
    .select(['id', 'stockQuantity'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, stockQuantity }) => [id, stockQuantity]))
}
