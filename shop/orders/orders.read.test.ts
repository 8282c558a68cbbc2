import { beforeEach, describe, expect, it } from 'vitest'
import { ADDRESS, makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { findOrder, lastAddress, listOrders, orderPlacedWith } from '#shop/orders/orders.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
let ananya: Person
let kabir: Person
let productId: string

beforeEach(async () => {
  productId = await makeProduct(db)
  ananya = await makeUser(db)
  kabir = await makeUser(db)
})

const timeAt = (minute: number) => new Date(NOW.getTime() + minute * 60_000)
const order = (actor: Person, minute: number, fields = {}) =>
  makeOrder(ctx(actor, { now: timeAt(minute) }), [{ productId, quantity: 1 }], fields)
const ids = async (filter: Partial<Parameters<typeof listOrders>[1]>) =>
  (await listOrders(db, { userId: ananya.id, limit: 20, ...filter })).map((row) => row.id)

describe('listOrders', () => {
  it('returns each of a customer’s orders once when paging, newest first', async () => {
    // Three orders with the same timestamp are sorted by id.
    const own = [
      await order(ananya, 1),
      await order(ananya, 2),
      await order(ananya, 2),
      await order(ananya, 2),
    ]
    await order(kabir, 2)
    const paged: string[] = []
    for (let after: string | undefined; paged.length < own.length; after = paged.at(-1)) {
      const page = await ids({ limit: 1, after })
      expect(page).toHaveLength(1)
      paged.push(...page)
    }
    expect(paged.at(-1)).toBe(own[0])
    expect(paged).toEqual(await ids({}))
    expect(await ids({ after: paged.at(-1) })).toEqual([])
  })

  it('returns nothing to a customer whose page would begin after another customer’s order', async () => {
    const own = await order(ananya, 3)
    const foreign = await order(kabir, 4)
    expect(await ids({ after: foreign })).toEqual([])
    expect(await ids({ userId: null, after: foreign })).toContain(own)
  })

  it('finds an id prefix, with and without #', async () => {
    const id = await order(ananya, 5)
    expect(await ids({ idPrefix: id.slice(0, 8) })).toEqual([id])
    expect(await ids({ idPrefix: `#${id.slice(0, 8).toUpperCase()}` })).toEqual([id])
    expect(await ids({ idPrefix: id })).toEqual([id])
    expect(await ids({ idPrefix: 'no such id' })).toEqual([])
    expect(await ids({ userId: kabir.id, idPrefix: id })).toEqual([])
  })

  it('filters by status', async () => {
    const id = await order(ananya, 6)
    expect(await ids({ status: 'delivered' })).toEqual([])
    expect(await ids({ status: 'pending' })).toEqual([id])
  })
})

describe('the reads of the checkout', () => {
  it('find the order of an idempotency key for its customer only', async () => {
    const id = await order(ananya, 6, { idempotencyKey: 'key-1' })
    expect(await orderPlacedWith(db, ananya.id, 'key-1')).toBe(id)
    expect(await orderPlacedWith(db, kabir.id, 'key-1')).toBeNull()
  })

  it('return the address of the last order', async () => {
    await order(ananya, 7, { shippingAddress: { ...ADDRESS, city: 'Hubballi' } })
    expect(await lastAddress(db, ananya.id)).toEqual({ ...ADDRESS, city: 'Hubballi' })
  })

  it('return the name under which a deleted product was sold', async () => {
    const id = await order(ananya, 8)
    await db.deleteFrom('stockMovements').where('productId', '=', productId).execute()
    await db.deleteFrom('products').where('id', '=', productId).execute()
    const [item] = (await findOrder(db, id))?.items ?? []
    expect(item).toMatchObject({ productId: null, product: null, quantity: 1 })
    expect(item?.name).not.toBe('')
  })
})
