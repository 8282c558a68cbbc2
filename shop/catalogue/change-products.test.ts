/** Adding, changing and removing products, where several people do so at once. */
import { describe, expect, it } from 'vitest'
import { makeOrder, orderInput } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { createProduct } from '#shop/catalogue/create-product.ts'
import type { CreateProductInput } from '#shop/catalogue/input.ts'
import { removeProduct } from '#shop/catalogue/remove-product.ts'
import { updateProduct } from '#shop/catalogue/update-product.ts'
import { VISITOR } from '#shop/customers/actor.ts'
import { rupees } from '#shop/kernel/money.ts'
import { placeOrder } from '#shop/orders/place-order.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const admin = await makeUser(db, { isAdmin: true })
const customer = await makeUser(db)

const NEW: CreateProductInput = { name: 'Kodo Mix', price: rupees(100), category: 'meal-mix' }

async function product(fields: Parameters<typeof makeProduct>[1] = {}): Promise<string> {
  const id = await makeProduct(db, fields)
  if (!id) throw new Error('the product was already there')
  return id
}

const stockOf = async (id: string) => {
  const { stockQuantity } = await db
    .selectFrom('products')
    .select('stockQuantity')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { sum } = await db
    .selectFrom('stockMovements')
    .select(({ fn }) => fn.sum<string>('quantity').as('sum'))
    .where('productId', '=', id)
    .executeTakeFirstOrThrow()
  return { stockQuantity, sum: Number(sum) }
}

describe('createProduct', () => {
  it('gives a slug to one of many who want it at once', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => createProduct(ctx(admin), NEW)))
    expect(made.filter(({ ok }) => ok)).toHaveLength(1)
    expect(made.filter((one) => !one.ok && one.reason === 'slug_taken')).toHaveLength(4)
  })

  it('is for admins', async () => {
    for (const actor of [VISITOR, customer]) {
      expect(await createProduct(ctx(actor), NEW)).toEqual({ ok: false, reason: 'not_admin' })
    }
  })
})

describe('updateProduct', () => {
  it('keeps the level the sum of its movements, while orders are placed', async () => {
    const id = await product({ stockQuantity: 50 })
    const orders = Array.from({ length: 10 }, () =>
      makeOrder(ctx(customer), [{ productId: id, quantity: 1 }]),
    )
    const levels = [40, 60, 20].map((stockQuantity) => updateProduct(ctx(admin), id, { stockQuantity }))
    await Promise.all([...orders, ...levels])
    const { stockQuantity, sum } = await stockOf(id)
    expect(sum).toBe(stockQuantity)
  })

  it('refuses a slug that another got at the same moment', async () => {
    const [a, b] = [await product(), await product()]
    const both = await Promise.all([a, b].map((id) => updateProduct(ctx(admin), id, { slug: 'wanted' })))
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both).toContainEqual({ ok: false, reason: 'slug_taken' })
  })

  it('is for admins', async () => {
    const id = await product()
    expect(await updateProduct(ctx(customer), id, { price: rupees(1) })).toEqual({
      ok: false,
      reason: 'not_admin',
    })
  })
})

describe('removeProduct', () => {
  it('comes before or after an order, never in between', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await product()
      const [placed, removed] = await Promise.all([
        placeOrder(ctx(customer), orderInput([{ productId: id, quantity: 1 }])),
        removeProduct(ctx(admin), id),
      ])
      expect(removed).toEqual({ ok: true, value: placed.ok ? 'archived' : 'deleted' })
    }
  })

  it('is for admins', async () => {
    const id = await product()
    expect(await removeProduct(ctx(customer), id)).toEqual({ ok: false, reason: 'not_admin' })
    expect(await removeProduct(ctx(VISITOR), id)).toEqual({ ok: false, reason: 'not_admin' })
  })
})
