import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import type { StoredCarts } from '#shop/carts/account-cart.ts'
import { type Cart, quantityOf } from '#shop/carts/cart.ts'
import { replaceCart, syncCart } from '#shop/carts/cart-storage.ts'
import { readAccountCart } from '#shop/carts/carts.read.ts'
import { type Person, VISITOR } from '#shop/kernel/actor.ts'
import { err } from '#shop/kernel/result.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { insertRow, rowOf } from '#tests/rows.ts'

const { db, ctx } = await testDatabase({ poolSize: 10 })

for (let number = 1001; number <= 1045; number += 1) {
  await makeProduct(db, { number, slug: `p${number}`, stockQuantity: number === 1001 ? 5 : 1000 }, NOW)
}
const idOf = async (number: number) => (await rowOf(db, 'products', { number })).id

const cartOfOne = (number: number, quantity: number): Cart => [{ number, quantity, picks: {} }]
const visitorWith = (cart: Cart): StoredCarts['browser'] => ({ cart, version: null })

async function makeSessionId(person: Person): Promise<string> {
  const row = await insertRow(db, 'sessions', {
    token: randomUUID(),
    userId: person.id,
    expiresAt: new Date(NOW.getTime() + 1e9),
  })
  return row.id
}

async function sync(person: Person, sessionId: string | null, browser: StoredCarts['browser']) {
  return must(await syncCart(ctx(person), { browser, sessionId }))
}

const cartOf = async (person: Person) => (await readAccountCart(db, person.id)).account

describe('syncCart', () => {
  it('adds a visitor’s lines to equal lines of the account, once per session', async () => {
    const person = await makeUser(db)
    const lines = Array.from({ length: 20 }, (_, at) => ({ number: 1002 + at, quantity: 1, picks: {} }))
    await sync(person, await makeSessionId(person), visitorWith(lines))
    const second = await makeSessionId(person)
    expect((await sync(person, second, visitorWith(lines))).cart).toHaveLength(20)
    await sync(person, second, visitorWith(lines))
    expect((await cartOf(person)).map(({ quantity }) => quantity)).toEqual(Array(20).fill(2))
  })

  it('adds the carts of two devices that sign in at the same moment, each once, however often they sync', async () => {
    const person = await makeUser(db)
    const [phone, laptop] = [await makeSessionId(person), await makeSessionId(person)]
    const syncs = [phone, laptop, phone, laptop, phone, laptop].map((id) =>
      sync(person, id, visitorWith(id === phone ? cartOfOne(1010, 2) : cartOfOne(1010, 3))),
    )
    await Promise.all(syncs)
    expect(await cartOf(person)).toEqual(cartOfOne(1010, 5))
  })

  it('transfers changes between devices', async () => {
    const person = await makeUser(db)
    const [phone, laptop] = [await makeSessionId(person), await makeSessionId(person)]
    const onPhone = await sync(person, phone, visitorWith(cartOfOne(1010, 2)))
    const onLaptop = await sync(person, laptop, visitorWith([]))
    expect(onLaptop).toEqual(onPhone)
    const changed = [...onLaptop.cart, ...cartOfOne(1011, 1)]
    const afterLaptop = await sync(person, laptop, { cart: changed, version: onLaptop.version })
    expect(await sync(person, phone, onPhone)).toEqual(afterLaptop)
    const emptied = await sync(person, phone, { cart: [], version: afterLaptop.version })
    expect((await sync(person, laptop, afterLaptop)).cart).toEqual([])
    expect(await sync(person, laptop, emptied)).toEqual(emptied)
  })

  it('keeps every line when many browsers change the same state at once', async () => {
    const person = await makeUser(db)
    const start = await sync(person, null, visitorWith([]))
    const syncs = Array.from({ length: 12 }, (_, at) =>
      sync(person, null, { cart: cartOfOne(1020 + at, 1), version: start.version }),
    )
    await Promise.all(syncs)
    expect((await cartOf(person)).map(({ number }) => number).toSorted()).toEqual(
      Array.from({ length: 12 }, (_, at) => 1020 + at),
    )
  })

  it('refuses visitors and closed accounts', async () => {
    expect(await syncCart(ctx(VISITOR), { browser: visitorWith([]), sessionId: null })).toMatchObject(
      err('signed_out'),
    )
    const closed = await makeUser(db)
    await db.updateTable('users').set({ deletedAt: NOW }).where('id', '=', closed.id).execute()
    expect(
      await syncCart(ctx(closed), { browser: visitorWith(cartOfOne(1010, 1)), sessionId: null }),
    ).toMatchObject({ reason: 'signed_out' })
    expect(await cartOf(closed)).toEqual([])
  })
})

describe('replaceCart', () => {
  it('stores the whole cart of one of many concurrent calls', async () => {
    const person = await makeUser(db)
    const numbers = [1030, 1031, 1032, 1033]
    const carts = numbers.map((first, at) =>
      numbers.map((_, more) => ({ number: numbers[(at + more) % 4] ?? first, quantity: at + 1, picks: {} })),
    )
    await Promise.all(carts.map((lines) => replaceCart(ctx(person), lines)))
    const quantities = new Set((await cartOf(person)).map(({ quantity }) => quantity))
    expect(quantities.size).toBe(1)
    expect(await cartOf(person)).toHaveLength(4)
  })
})

describe('placing an order', () => {
  it('removes the ordered lines from the account’s cart and keeps the others', async () => {
    const person = await makeUser(db)
    const earlier = await sync(person, null, visitorWith([...cartOfOne(1040, 2), ...cartOfOne(1041, 1)]))
    await makeOrder(ctx(person), [{ productId: await idOf(1040), quantity: 2 }])
    expect(await cartOf(person)).toEqual(cartOfOne(1041, 1))
    // The other device still shows the whole cart.
    expect((await sync(person, null, earlier)).cart).toEqual(cartOfOne(1041, 1))
  })

  it('leaves the cart unchanged if the order is refused', async () => {
    const person = await makeUser(db)
    await sync(person, null, visitorWith(cartOfOne(1001, 5)))
    await expect(makeOrder(ctx(person), [{ productId: await idOf(1001), quantity: 6 }])).rejects.toThrow()
    expect(quantityOf(await cartOf(person), '1001')).toBe(5)
  })
})
