import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { findNumbers } from '#shop/carts/carts.read.ts'
import { findSellables } from '#shop/catalogue/products.read.ts'
import type { Db } from '#shop/ctx.ts'
import { checkLedger } from '#shop/inventory/movements.read.ts'
import { allocateStock } from '#shop/inventory/stock.sql.ts'
import { paise } from '#shop/kernel/money.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { stockOf } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()
const customer = await makeUser(db)

/**
 * Orders one of eleven units. Returns the product with its prices, and functions that change the product and allocate
 * units of it.
 */
async function placePricedOrder() {
  const id = await makeProduct(db, { stockQuantity: 11 })
  const orderId = await makeOrder(ctx(customer), [{ productId: id, quantity: 1 }])
  const products = await sellables([id])
  const changeProduct = (columns: object) =>
    db.updateTable('products').set(columns).where('id', '=', id).execute()
  const takeUnits = (count: number) =>
    allocateStock(db, { units: new Map([[id, count]]), products, orderId, actorId: customer.id, now: NOW })
  return { id, products, change: changeProduct, take: takeUnits }
}

const sellables = async (ids: string[]) =>
  findSellables(
    db,
    (await findNumbers(db, ids)).map(({ number }) => number),
  )

it('takes units with a stock movement, and refuses more than the stock', async () => {
  const { id, take } = await placePricedOrder()
  expect(await take(4)).toBe(true)
  expect(await stockOf(db, id)).toBe(6)
  expect(await take(7)).toBe(false)
  expect(await stockOf(db, id)).toBe(6)
  expect((await checkLedger(db)).gaps).toEqual([])
})

it.each([
  ['price', { price: paise(99_900) }],
  ['discount price', { discountPrice: paise(100) }],
  ['place on sale', { isActive: false }],
  ['place in the archive', { archivedAt: NOW }],
])('takes nothing of a product whose %s changed since it was priced', async (_, columns) => {
  const { id, change, take } = await placePricedOrder()
  await change(columns)
  expect(await take(1)).toBe(false)
  expect(await stockOf(db, id)).toBe(10)
})

it('updates products without writing to an index (HOT), because the table’s blocks have free space', async () => {
  const description = Array.from({ length: 250 }, (_, at) => `word${at * 7919}`).join(' ')
  const ids: string[] = []
  for (let at = 0; at < 4; at += 1) ids.push(await makeProduct(db, { description, stockQuantity: 10 }))
  const orderId = await makeOrder(ctx(customer), [{ productId: ids[0] ?? '', quantity: 1 }])
  const products = await sellables(ids)
  const units = new Map(ids.map((id) => [id, 1]))
  await db.transaction().execute(async (trx) => {
    const earlier = await countUpdates(trx)
    expect(await allocateStock(trx, { units, products, orderId, actorId: customer.id, now: NOW })).toBe(true)
    const after = await countUpdates(trx)
    expect([after.all - earlier.all, after.inPlace - earlier.inPlace]).toEqual([4, 4])
  })
})

/** Counts the product rows that this connection updated, and how many of these were HOT updates. */
async function countUpdates(trx: Db): Promise<{ all: number; inPlace: number }> {
  const { rows } = await sql<{ all: number; inPlace: number }>`
    select pg_stat_get_xact_tuples_updated('products'::regclass) as all,
      pg_stat_get_xact_tuples_hot_updated('products'::regclass) as in_place`.execute(trx)
  return rows[0] ?? { all: 0, inPlace: 0 }
}
