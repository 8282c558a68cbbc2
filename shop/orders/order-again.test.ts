import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { cartVersion } from '#shop/carts/account-cart.ts'
import { type Cart, EMPTY_CART } from '#shop/carts/cart.ts'
import { findNumbers } from '#shop/carts/carts.read.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { rupees } from '#shop/kernel/money.ts'
import { err } from '#shop/kernel/result.ts'
import { compareWithOrder, orderAgain } from '#shop/orders/order-again.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const customer = await makeUser(db)
const box = await makeProduct(db, { tastemakerPicks: 2, price: rupees(899) })
const garam = await makeProduct(db, { isPick: true })
const sambar = await makeProduct(db, { isPick: true })
const numbers = new Map((await findNumbers(db, [box, garam, sambar])).map(({ id, number }) => [id, number]))
const numberOf = (id: string) => numbers.get(id) ?? 0
const picks = { [numberOf(garam)]: 1, [numberOf(sambar)]: 1 }
const line = (quantity: number) => ({ number: numberOf(box), quantity, picks })
const orderId = await makeOrder(ctx(customer), [
  { productId: box, quantity: 1, tastemakers: [garam, sambar] },
])

const again = (cart: Cart, seen: string) => orderAgain(ctx(customer), { orderId, cart, seen })

describe('ordering again', () => {
  it('adds the order’s lines to an unchanged cart, and only missing lines to a cart that has changed since the page was shown', async () => {
    const cart = [line(1)]
    const seen = cartVersion(customer.id, cart)
    expect(await again(cart, seen)).toEqual({ ok: true, value: [line(2)] })
    // Simulates a second tap on the same form, after the first has added the lines.
    expect(await again([line(2)], seen)).toEqual({ ok: true, value: [line(2)] })
    expect(await again(EMPTY_CART, '')).toEqual({ ok: true, value: [line(1)] })
  })

  it('refuses everybody but the order’s customer', async () => {
    const admin = await makeUser(db, { staffRole: 'owner' })
    for (const other of [await makeUser(db), admin]) {
      const wanted = { orderId, cart: EMPTY_CART, seen: '' }
      expect(await orderAgain(ctx(other), wanted)).toEqual(err('order_not_found'))
      expect(await compareWithOrder(ctx(other), wanted)).toBeNull()
    }
    expect(await orderAgain(ctx(VISITOR), { orderId, cart: EMPTY_CART, seen: '' })).toEqual(err('signed_out'))
    expect(await compareWithOrder(ctx(customer), { orderId: 'no id', cart: EMPTY_CART })).toBeNull()
  })

  it('compares the cart with the order and lists changed prices', async () => {
    const priceChange = db
      .updateTable('products')
      .set({ price: rupees(950) })
      .where('id', '=', box)
    await priceChange.execute()
    expect(await compareWithOrder(ctx(customer), { orderId, cart: [line(1)] })).toMatchObject({
      orderId,
      isInCart: true,
      changes: [{ text: expect.stringContaining('was ₹899 then and is ₹950 now.') }],
    })
    expect(await compareWithOrder(ctx(customer), { orderId, cart: EMPTY_CART })).toMatchObject({
      isInCart: false,
    })
  })
})
