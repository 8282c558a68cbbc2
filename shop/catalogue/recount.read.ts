import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

/** A product as a line of the count. `lastCount`: its latest movement by a count; 0 when it was never counted. */
export type CountedProduct = {
  id: string
  name: string
  shelf: string
  stockQuantity: number
  lastCount: number
}

const LAST_COUNT = sql<number>`coalesce((select max(stock_movements.id) from stock_movements
  where stock_movements.product_id = products.id and reason = 'counted'), 0)::int`

/** All products that are not archived, by shelf and name. The caller has checked that the actor is an admin. */
export async function productsToCount(db: Db): Promise<CountedProduct[]> {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'shelf', 'stockQuantity', LAST_COUNT.as('lastCount')])
    .where('archivedAt', 'is', null)
    .orderBy((eb) => eb('shelf', '=', ''))
    .orderBy('shelf')
    .orderBy('name')
    .limit(1000)
    .execute()
}

/** The names, levels and latest counts of these products by id; unknown ones are left out. */
export async function stockOf(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Pick<CountedProduct, 'name' | 'stockQuantity' | 'lastCount'>>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'stockQuantity', LAST_COUNT.as('lastCount')])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...level }) => [id, level]))
}
