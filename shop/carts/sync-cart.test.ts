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

const some = (number: number, quantity: number): Cart => [{ number, quantity, picks: {} }]
const visitorWith = (cart: Cart): StoredCarts['browser'] => ({ cart, version: null })

async function session(person: Person): Promise<string> {
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
  it('adds a visitor’s lines to the same ones of an account, once per session', async () => {
    const person = await makeUser(db)
    const lines = Array.from({ length: 20 }, (_, at) => ({ number: 1002 + at, quantity: 1, picks: {} }))
    await sync(person, await session(person), visitorWith(lines))
    const second = await session(person)
    expect((await sync(person, second, visitorWith(lines))).cart).toHaveLength(20)
    await sync(person, second, visitorWith(lines))
    expect((await cartOf(person)).map(({ quantity }) => quantity)).toEqual(Array(20).fill(2))
  })

  it('adds both when two devices sign in at once, and one device’s cart once however often it asks', async () => {
    const person = await makeUser(db)
    const [phone, laptop] = [await session(person), await session(person)]
    const asks = [phone, laptop, phone, laptop, phone, laptop].map((id) =>
      sync(person, id, visitorWith(id === phone ? some(1010, 2) : some(1010, 3))),
    )
    await Promise.all(asks)
    expect(await cartOf(person)).toEqual(some(1010, 5))
  })

  it('carries changes from one device to the other', async () => {
    const person = await makeUser(db)
    const [phone, laptop] = [await session(person), await session(person)]
    const onPhone = await sync(person, phone, visitorWith(some(1010, 2)))
    const onLaptop = await sync(person, laptop, visitorWith([]))
    expect(onLaptop).toEqual(onPhone)
    const changed = [...onLaptop.cart, ...some(1011, 1)]
    const afterLaptop = await sync(person, laptop, { cart: changed, version: onLaptop.version })
    expect(await sync(person, phone, onPhone)).toEqual(afterLaptop)
    const emptied = await sync(person, phone, { cart: [], version: afterLaptop.version })
    expect((await sync(person, laptop, afterLaptop)).cart).toEqual([])
    expect(await sync(person, laptop, emptied)).toEqual(emptied)
  })

  it('keeps every line when many browsers change the same state at once', async () => {
    const person = await makeUser(db)
    const start = await sync(person, null, visitorWith([]))
    const asks = Array.from({ length: 12 }, (_, at) =>
      sync(person, null, { cart: some(1020 + at, 1), version: start.version }),
    )
    await Promise.all(asks)
    expect((await cartOf(person)).map(({ number }) => number).toSorted()).toEqual(
      Array.from({ length: 12 }, (_, at) => 1020 + at),
    )
  })

  it('is refused to visitors and to an account that was closed', async () => {
    expect(await syncCart(ctx(VISITOR), { browser: visitorWith([]), sessionId: null })).toMatchObject(
      err('signed_out'),
    )
    const gone = await makeUser(db)
    await db.updateTable('users').set({ deletedAt: NOW }).where('id', '=', gone.id).execute()
    expect(await syncCart(ctx(gone), { browser: visitorWith(some(1010, 1)), sessionId: null })).toMatchObject(
      { reason: 'signed_out' },
    )
    expect(await cartOf(gone)).toEqual([])
  })
})

describe('replaceCart', () => {
  it('of many concurrent calls one wins as a whole', async () => {
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
  it('takes what was ordered out of the account’s cart and leaves what came in meanwhile', async () => {
    const person = await makeUser(db)
    const earlier = await sync(person, null, visitorWith([...some(1040, 2), ...some(1041, 1)]))
    await makeOrder(ctx(person), [{ productId: await idOf(1040), quantity: 2 }])
    expect(await cartOf(person)).toEqual(some(1041, 1))
    // The other device still shows the whole cart.
    expect((await sync(person, null, earlier)).cart).toEqual(some(1041, 1))
  })

  it('leaves the cart alone when the order is refused', async () => {
    const person = await makeUser(db)
    await sync(person, null, visitorWith(some(1001, 5)))
    await expect(makeOrder(ctx(person), [{ productId: await idOf(1001), quantity: 6 }])).rejects.toThrow()
    expect(quantityOf(await cartOf(person), '1001')).toBe(5)
  })
})
