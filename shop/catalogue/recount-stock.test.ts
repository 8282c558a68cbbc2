import { expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { stockOf } from '#shop/catalogue/recount.read.ts'
import { recountStock } from '#shop/catalogue/recount-stock.ts'
import { checkLedger } from '#shop/inventory/movements.read.ts'
import { err } from '#shop/kernel/result.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase({ poolSize: 10 })
const admin = await makeUser(db, { staffRole: 'owner' })
const customer = await makeUser(db)
const product = async (stockQuantity: number) => await makeProduct(db, { stockQuantity })
const levelOf = async (id: string) => (await stockOf(db, [id])).get(id)?.stockQuantity
const count = (productId: string, seen: number, counted: number, actor = admin) =>
  recountStock(ctx(actor), { counts: [{ productId, seen, counted }], note: 'Month end' })

it('changes each level by the difference, and records stock movement and audit entry', async () => {
  const [productId, same] = [await product(40), await product(7)]
  const counts = [
    { productId, seen: 40, counted: 37 },
    { productId: same, seen: 7, counted: 7 },
  ]
  expect(await recountStock(ctx(admin), { counts, note: 'Month end' })).toEqual({ ok: true, value: 1 })
  expect([await levelOf(productId), await levelOf(same)]).toEqual([37, 7])
  const log = await db
    .selectFrom('auditLog')
    .select(['action', 'after'])
    .where('entityId', '=', productId)
    .execute()
  expect(log).toMatchObject([{ action: 'recount', after: { stockQuantity: 37 } }])
  expect((await checkLedger(db)).gaps).toEqual([])
})

it('does not put back units that were ordered during the count', async () => {
  const id = await product(40)
  await makeOrder(ctx(customer), [{ productId: id, quantity: 2 }])
  expect((await count(id, 40, 38)).ok).toBe(true)
  expect(await levelOf(id)).toBe(36)
})

it('applies one of two concurrent counts and refuses the other', async () => {
  const id = await product(288)
  const both = await Promise.all([count(id, 288, 280), count(id, 288, 280)])
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  expect(both.find(({ ok }) => !ok)).toMatchObject({
    reason: 'counted_meanwhile',
    names: [expect.any(String)],
  })
  expect(await levelOf(id)).toBe(280)
  expect((await count(id, 280, 279)).ok).toBe(true)
  expect(await levelOf(id)).toBe(279)
})

it('stays consistent with concurrent sales', async () => {
  const id = await product(100)
  const sell = async () => makeOrder(ctx(await makeUser(db)), [{ productId: id, quantity: 1 }])
  await Promise.all([sell(), sell(), count(id, 100, 90), sell(), sell()])
  expect(await levelOf(id)).toBe(86)
  expect((await checkLedger(db)).gaps).toEqual([])
})

it('refuses unknown products, and levels below the units of open orders', async () => {
  const id = await product(5)
  expect(await count('00000000-0000-4000-8000-00000000ffff', 5, 4)).toMatchObject(err('product_not_found'))
  await makeOrder(ctx(customer), [{ productId: id, quantity: 3 }])
  expect(await count(id, 5, 2)).toMatchObject(err('shelf_below_orders'))
  expect(await levelOf(id)).toBe(2)
})

it('includes units of unpacked orders, and refuses a count from before an order was packed', async () => {
  const id = await makeProduct(db, { isPick: true, category: 'tastemakers', stockQuantity: 20 })
  const mix = await makeProduct(db, { stockQuantity: 10, tastemakerPicks: 2 })
  const orderId = await makeOrder(ctx(customer), [{ productId: id, quantity: 3 }])
  await makeOrder(ctx(customer), [{ productId: mix, quantity: 1, tastemakers: [id, id] }])
  expect((await stockOf(db, [id])).get(id)).toMatchObject({ stockQuantity: 15, setAside: 5 })
  expect(await count(id, 20, 20)).toEqual({ ok: true, value: 0 })
  expect((await count(id, 20, 19)).ok).toBe(true)
  expect(await levelOf(id)).toBe(14)
  await db.insertInto('orderPackings').values({ orderId, packedAt: NOW, packedBy: admin.id }).execute()
  expect(await count(id, 19, 18)).toMatchObject({ reason: 'counted_meanwhile' })
  expect((await count(id, 16, 15)).ok).toBe(true)
  expect(await levelOf(id)).toBe(13)
})
