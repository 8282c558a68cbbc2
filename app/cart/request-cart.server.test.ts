import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { requestCart } from '#app/cart/request-cart.server.ts'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { cartVersion } from '#shop/carts/account-cart.ts'
import type { Cart } from '#shop/carts/cart.ts'
import { serializeCookie } from '#shop/carts/cart-cookie.ts'
import { replaceCart } from '#shop/carts/cart-storage.ts'
import { findNumbers, readAccountCart } from '#shop/carts/carts.read.ts'
import { savePriceSnapshotOf } from '#shop/carts/carts.sql.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const [firstId, secondId] = [await makeProduct(db), await makeProduct(db)]
const numbers = new Map((await findNumbers(db, [firstId, secondId])).map(({ id, number }) => [id, number]))
const some = (id: string, quantity: number): Cart => [{ number: numbers.get(id) ?? 0, quantity, picks: {} }]

/** Makes a customer whose account has this cart, with a session. */
async function customerWith(cart: Cart) {
  const person = await makeUser(db)
  await replaceCart(ctx(person), cart)
  const values = { token: randomUUID(), userId: person.id, expiresAt: new Date(NOW.getTime() + 1e9) }
  const session = await db.insertInto('sessions').values(values).returning('id').executeTakeFirstOrThrow()
  return { person, sessionId: session.id }
}

/** Returns the cart of a request whose browser has this copy of the account's cart, of this `version`. */
function openCart(
  { person, sessionId }: { person: Person; sessionId: string },
  copy: Cart,
  version: Cart = copy,
) {
  const cookie = `cart=${serializeCookie(copy, cartVersion(person.id, version))}`
  const request = new Request('http://shop.test/orders', { headers: { cookie } })
  return requestCart({ ctx: ctx(person), products: { get: async () => [] } }, request, sessionId)
}

/** Counts the statements that `work` sends to the database. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const own = query.mock.calls.filter(([statement]) => !/pgboss|pg_notify/.test(JSON.stringify(statement)))
  query.mockRestore()
  return own.length
}

const cartOf = async (person: Person) => (await readAccountCart(db, person.id)).account

describe('the cart of a request', () => {
  it('is read by one statement without a lock if browser and account agree', async () => {
    const customer = await customerWith(some(firstId, 2))
    await savePriceSnapshotOf(db, customer.person.id, 'seen before')
    const cart = openCart(customer, some(firstId, 2))
    const readAll = async () => {
      expect(await cart.read()).toEqual(some(firstId, 2))
      expect(await cart.priceSnapshot()).toBe('seen before')
      expect(await cart.save()).toEqual(some(firstId, 2))
      expect(await cart.setCookie()).toBeNull()
    }
    expect(await statementsOf(readAll)).toBe(1)
  })

  it('puts changes of another device into the browser’s cookie, with one read', async () => {
    const customer = await customerWith(some(firstId, 3))
    const cart = openCart(customer, some(firstId, 2))
    let cookie: string | null = null
    const readCookieOnce = async () => {
      cookie = await cart.setCookie()
    }
    expect(await statementsOf(readCookieOnce)).toBe(1)
    expect(cookie).toContain(
      serializeCookie(some(firstId, 3), cartVersion(customer.person.id, some(firstId, 3))),
    )
  })

  it('is saved in the account when the browser has changed its copy', async () => {
    const customer = await customerWith(some(firstId, 2))
    const cart = openCart(customer, some(firstId, 4), some(firstId, 2))
    await cart.setCookie()
    expect(await cartOf(customer.person)).toEqual(some(firstId, 4))
  })

  it('loses the ordered lines once an order is placed, with one read', async () => {
    const ordered = [...some(firstId, 2), ...some(secondId, 1)]
    const customer = await customerWith(ordered)
    const cart = openCart(customer, ordered)
    await cart.save()
    await makeOrder(ctx(customer.person), [{ productId: firstId, quantity: 2 }])
    const reload = async () => {
      cart.reload()
      expect(await cart.setCookie()).toContain(
        serializeCookie(some(secondId, 1), cartVersion(customer.person.id, some(secondId, 1))),
      )
    }
    expect(await statementsOf(reload)).toBe(1)
  })
})
