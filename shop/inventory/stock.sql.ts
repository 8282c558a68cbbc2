/** A level changes only together with a movement, so it always equals the sum of its product's movements. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import type { StockReason } from '#shop/inventory/stock.ts'
import { shortId } from '#shop/kernel/ids.ts'
import type { Money } from '#shop/kernel/money.ts'
import { PREPARED } from '#shop/prepared-statement.ts'

export type StockChange = {
  /** By product id. Positive numbers add to the stock. */
  units: ReadonlyMap<string, number>
  reason: StockReason
  orderId: string | null
  workLogId?: string
  actorId: string | null
  note?: string | null
  now: Date
}

export type StockAllocation = {
  units: ReadonlyMap<string, number>
  /** With the prices of the order. */
  products: readonly { id: string; price: Money; discountPrice: Money | null }[]
  orderId: string
  actorId: string
  now: Date
}

/** Takes the order's units. False if a product is short, off sale or at another price. Call it last: it locks. */
export async function allocateStock(db: Db, { units, products, orderId, actorId, now }: StockAllocation) {
  const orderedProducts = products.filter(({ id }) => units.has(id))
  const [ids, prices] = [orderedProducts.map(({ id }) => id), orderedProducts.map(({ price }) => price)]
  const movements = await sql<{ id: string }>`${PREPARED}
    with wanted as (
      select * from unnest(${ids}::uuid[], ${ids.map((id) => units.get(id))}::int[], ${prices}::bigint[],
        ${orderedProducts.map(({ discountPrice }) => discountPrice)}::bigint[]) as wanted (id, units, price, discount_price)
    ), locked as (
      select id from products where id = any(${ids}::uuid[]) order by id for no key update
    ), moved as (
      update products set stock_quantity = stock_quantity - wanted.units
      from wanted join locked on locked.id = wanted.id
      where products.id = wanted.id and stock_quantity >= wanted.units
        and products.price = wanted.price and products.discount_price is not distinct from wanted.discount_price
        and is_active and archived_at is null
      returning products.id, wanted.units
    )
    insert into stock_movements (product_id, quantity, reason, order_id, actor_id, created_at)
    select id, -units, 'order', ${orderId}::uuid, ${actorId}::uuid, ${now}::timestamptz
    from moved returning product_id as id`.execute(db)
  return movements.rows.length === units.size
}

export async function allocatedUnits(db: Db, orderId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('stockMovements')
    .select('productId')
    .select(({ fn }) => fn.sum<string>('quantity').as('moved'))
    .where('orderId', '=', orderId)
    .groupBy('productId')
    .execute()
  return new Map(rows.map(({ productId, moved }) => [productId, -Number(moved)]))
}

export async function lockStock(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .selectFrom('products')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Returns the names of products with less stock than `units`. The caller holds the locks. */
export async function productsShortOf(db: Db, units: ReadonlyMap<string, number>): Promise<string[]> {
  if (units.size === 0) return []
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'stockQuantity'])
    .where('id', 'in', [...units.keys()])
    .orderBy('name')
    .execute()
  return rows.flatMap(({ id, name, stockQuantity }) => (stockQuantity < (units.get(id) ?? 0) ? [name] : []))
}

/** Changes stock levels. Returns false if one would fall below zero or its product is missing; then roll back. */
export async function moveStock(db: Db, change: StockChange): Promise<boolean> {
  const moves = [...change.units].filter(([, units]) => units !== 0)
  if (moves.length === 0) return true
  const ids = moves.map(([id]) => id)
  const counts = moves.map(([, units]) => units)
  const movements = await sql<{ id: string }>`
    with wanted as (select * from unnest(${ids}::uuid[], ${counts}::int[]) as wanted (id, units)),
    moved as (
      update products set stock_quantity = stock_quantity + wanted.units
      from wanted where products.id = wanted.id and stock_quantity + wanted.units >= 0
      returning products.id, wanted.units
    )
    insert into stock_movements (product_id, quantity, reason, order_id, work_log_id, actor_id, note, created_at)
    select id, units, ${change.reason}::text, ${change.orderId}::uuid, ${change.workLogId ?? null}::uuid,
      ${change.actorId}::uuid,
      ${change.note || null}::text, ${change.now}::timestamptz
    from moved returning product_id as id`.execute(db)
  return movements.rows.length === moves.length
}

/** Takes lost units from an order's allocation, without changing the stock. False if a product does not exist. */
export async function writeOff(
  db: Db,
  { units, orderId, actorId, now }: Pick<StockChange, 'units' | 'actorId' | 'now'> & { orderId: string },
): Promise<boolean> {
  const lost = new Map([...units].map(([id, count]) => [id, -count]))
  const note = `From order ${shortId(orderId)}`
  return (
    (await moveStock(db, { units, reason: 'cancellation', orderId, actorId, now })) &&
    (await moveStock(db, { units: lost, reason: 'damaged', orderId: null, note, actorId, now }))
  )
}
