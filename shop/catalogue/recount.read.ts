import type { Db } from '#shop/ctx.ts'
import { unitsSetAside } from '#shop/inventory/set-aside.read.ts'
import type { ShelfLevel } from '#shop/inventory/stock.ts'

export type CountedProduct = ShelfLevel & { id: string; name: string; shelf: string }

/** Lists products that are not archived, by shelf and name. */
export async function productsToCount(db: Db): Promise<CountedProduct[]> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'shelf', 'stockQuantity'])
    .where('archivedAt', 'is', null)
    .orderBy((eb) => eb('shelf', '=', ''))
    .orderBy('shelf')
    .orderBy('name')
    .limit(1000)
    .execute()
  const setAside = await unitsSetAside(db)
  return rows.map((row) => ({ ...row, setAside: setAside.get(row.id) ?? 0 }))
}

/** Returns names and levels by product id. Leaves out unknown products. */
export async function stockOf(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, ShelfLevel & { name: string }>()
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'stockQuantity'])
    .where('id', 'in', ids)
    .execute()
  const setAside = await unitsSetAside(db)
  return new Map(rows.map(({ id, ...level }) => [id, { ...level, setAside: setAside.get(id) ?? 0 }]))
}
