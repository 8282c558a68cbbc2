import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

const LARGE_STOCK = 1_000_000

/** Products without picks, with enough stock for any bench. */
export async function buyableProducts(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('tastemakerPicks', '=', 0)
    .orderBy('number')
    .execute()
  const ids = rows.map(({ id }) => id)
  await setStock(db, ids, LARGE_STOCK)
  return ids
}

/** Sets the stock of these products, with a stock movement like every change of stock. */
export async function setStock(db: Db, ids: string[], level: number): Promise<void> {
  await sql`
    with moved as (
      insert into stock_movements (product_id, quantity, reason, created_at)
      select id, ${level}::int - stock_quantity, 'counted', now() from products
      where id = any(${ids}::uuid[]) and stock_quantity <> ${level}::int
    )
    update products set stock_quantity = ${level}::int where id = any(${ids}::uuid[])`.execute(db)
}
