/** Concurrent creating, changing and removing of products. */

import { describe, expect, it } from 'vitest'
import { makeOrder, orderInput } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { createProduct, removeProduct, updateProduct } from '#shop/catalogue/change-products.ts'
import type { CreateProductInput } from '#shop/catalogue/input.ts'
import { readListing } from '#shop/catalogue/listing.read.ts'
import { PRODUCT_FILTERS } from '#shop/catalogue/listing.ts'
import { NO_KNOWN_ALLERGENS } from '#shop/catalogue/taxonomy.ts'
import { listMovements } from '#shop/inventory/movements.read.ts'
import { readSearch } from '#shop/kernel/filters.ts'
import { rupees } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { placeOrder } from '#shop/orders/place-order.ts'
import { EXCLUSIVE, testDatabase } from '#tests/database.ts'
import { rowOf, updateRows } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()
const admin = await makeUser(db, { staffRole: 'owner' })
const customer = await makeUser(db)

const NEW: CreateProductInput = { name: 'Kodo Mix', price: rupees(100), category: 'meal-mix' }

function product(fields: Parameters<typeof makeProduct>[1] = {}) {
  return makeProduct(db, fields)
}

const stockOf = async (id: string) => {
  const { stockQuantity } = await rowOf(db, 'products', { id })
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
    expect(made.filter((result) => !result.ok && result.reason === 'slug_taken')).toHaveLength(4)
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

  it('takes a count of the shelf without the units of open orders', async () => {
    const id = await product({ stockQuantity: 20 })
    await makeOrder(ctx(customer), [{ productId: id, quantity: 5 }])
    expect(await updateProduct(ctx(admin), id, { onShelf: 20 })).toEqual(ok(null))
    expect((await stockOf(id)).stockQuantity).toBe(15)
    expect(await updateProduct(ctx(admin), id, { onShelf: 18 })).toEqual(ok(null))
    expect((await stockOf(id)).stockQuantity).toBe(13)
    expect(await listMovements(db, id, 1)).toMatchObject([{ quantity: -2, reason: 'counted' }])
    expect(await updateProduct(ctx(admin), id, { onShelf: 4 })).toMatchObject(err('stock_below_zero'))
  })

  it('refuses a slug that another got at the same moment', async () => {
    const [a, b] = [await product(), await product()]
    const both = await Promise.all([a, b].map((id) => updateProduct(ctx(admin), id, { slug: 'wanted' })))
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both).toContainEqual(err('slug_taken'))
  })
})

describe('the label', () => {
  const draft = {
    isActive: false,
    mrp: null,
    maker: '',
    fssaiLicence: null,
    shelfLife: null,
    netQuantity: '',
    allergens: [],
  }

  it('keeps a product from going on sale until it is complete, and says what is missing', async () => {
    const id = await product(draft)
    const missing = ['netQuantity', 'mrp', 'shelfLife', 'maker', 'fssaiLicence', 'allergens']
    const refusal = err('declarations_missing')
    expect(await updateProduct(ctx(admin), id, { isActive: true })).toEqual({ ...refusal, missing })
    const label = {
      netQuantity: '600 g',
      mrp: rupees(118),
      shelfLife: '6 months',
      maker: 'A group, Kolhapur',
    }
    expect(await updateProduct(ctx(admin), id, { ...label, isActive: true })).toMatchObject({
      missing: ['fssaiLicence', 'allergens'],
    })
    const licensed = { ...label, fssaiLicence: '10000000000001', isActive: true }
    expect(await updateProduct(ctx(admin), id, licensed)).toEqual({ ...refusal, missing: ['allergens'] })
    const all = { ...licensed, allergens: [NO_KNOWN_ALLERGENS] }
    expect(await updateProduct(ctx(admin), id, all)).toEqual(ok(null))
    expect(await updateProduct(ctx(admin), id, { maker: '' })).toEqual({ ...refusal, missing: ['maker'] })
    const blanked = { ...refusal, missing: ['allergens'] }
    expect(await updateProduct(ctx(admin), id, { allergens: [] })).toEqual(blanked)
    expect(await createProduct(ctx(admin), { ...NEW, slug: 'bare', isActive: true })).toMatchObject(refusal)
  })

  it('asks no best-before, no allergens and no food licence of what is not eaten', async () => {
    const id = await product({ ...draft, category: 'biodegradable', netQuantity: '10 bowls' })
    const change = { mrp: rupees(118), maker: 'A group, Bastar', isActive: true }
    expect(await updateProduct(ctx(admin), id, change)).toEqual(ok(null))
  })

  it('does not stop other changes of a product that was on sale before its label was complete', async () => {
    const id = await product({ ...draft, isActive: true })
    expect(await updateProduct(ctx(admin), id, { price: rupees(90), isActive: true })).toMatchObject({
      ok: true,
    })
    // The list of products reports it, and it cannot be activated again until it is complete.
    const listed = await readListing(db, readSearch(PRODUCT_FILTERS, new URLSearchParams()), 100, EXCLUSIVE)
    expect(listed.products.find((entry) => entry.id === id)?.labelProblem).toBe('Allergens not declared')
    await updateProduct(ctx(admin), id, { isActive: false })
    expect(await updateProduct(ctx(admin), id, { isActive: true })).toMatchObject({
      reason: 'declarations_missing',
      missing: expect.arrayContaining(['allergens']),
    })
  })

  it('bears an MRP that the price with tax does not exceed', async () => {
    const id = await product({ price: rupees(100) })
    expect(await updateProduct(ctx(admin), id, { mrp: rupees(117.99) })).toEqual(err('above_mrp'))
    expect(await updateProduct(ctx(admin), id, { mrp: rupees(118) })).toMatchObject({ ok: true })
    // Where prices include the tax, the price itself is the limit.
    const taxes = { prices: 'inclusive', defaultRate: 1800 } as const
    const inclusive = ctx(admin, { config: { ...ctx().config, taxes } })
    expect(await updateProduct(inclusive, id, { mrp: rupees(100) })).toMatchObject({ ok: true })
    expect(await updateProduct(inclusive, id, { mrp: rupees(99.99) })).toEqual(err('above_mrp'))
    expect(await updateProduct(inclusive, id, { mrp: rupees(118) })).toMatchObject({ ok: true })
    for (const priced of [{ price: rupees(100.01) }, { price: rupees(120), discountPrice: rupees(101) }]) {
      expect(await updateProduct(ctx(admin), id, priced)).toEqual(err('above_mrp'))
    }
    // A price that was never allowed is no price to compare a discount with.
    const discounted = { price: rupees(120), discountPrice: rupees(99) }
    expect(await updateProduct(ctx(admin), id, discounted)).toEqual(err('above_mrp'))
    // A product whose price was above its MRP before the rule may still get a new description.
    await updateRows(db, 'products', { id }, { mrp: rupees(110) })
    expect(await updateProduct(ctx(admin), id, { description: 'Anew.' })).toMatchObject({ ok: true })
    const made = await createProduct(ctx(admin), { ...NEW, slug: 'dear', mrp: rupees(117.99) })
    expect(made).toEqual(err('above_mrp'))
  })
})

describe('two admins with the same product', () => {
  it('do not overwrite each other: of changes made from one version one goes through', async () => {
    const id = await product()
    const { version } = await rowOf(db, 'products', { id })
    const changes = ['a', 'b', 'c', 'd'].map((region) => updateProduct(ctx(admin), id, { region, version }))
    const made = await Promise.all(changes)
    expect(made.filter(({ ok }) => ok)).toHaveLength(1)
    expect(made.filter((result) => !result.ok && result.reason === 'edit_conflict')).toHaveLength(3)
    expect(await updateProduct(ctx(admin), id, { region: 'e', version: version + 1 })).toMatchObject({
      ok: true,
    })
  })

  it('move stock from the level that they saw, with a reason, never below zero', async () => {
    const id = await product({ stockQuantity: 50 })
    await placeOrder(ctx(customer), await orderInput(db, [{ productId: id, quantity: 3 }]))
    const made = {
      stockQuantity: 60,
      stockShown: 50,
      stockReason: 'made',
      stockNote: 'Batch of 21 Nov',
    } as const
    await updateProduct(ctx(admin), id, made)
    expect(await stockOf(id)).toEqual({ stockQuantity: 57, sum: 57 })
    const [last] = await listMovements(db, id, 1)
    expect(last).toMatchObject({
      quantity: 10,
      reason: 'made',
      note: 'Batch of 21 Nov',
      actorName: admin.fullName,
    })
    const tooMuch = { stockQuantity: 0, stockShown: 58, stockReason: 'damaged' } as const
    expect(await updateProduct(ctx(admin), id, tooMuch)).toEqual(err('stock_below_zero'))
    expect(await stockOf(id)).toEqual({ stockQuantity: 57, sum: 57 })
  })
})

it('records changes of products in the audit log, in the same transaction', async () => {
  const made = await createProduct(ctx(admin), { ...NEW, slug: 'logged', isActive: false, stockQuantity: 5 })
  const id = made.ok ? made.value : ''
  await updateProduct(ctx(admin), id, { price: rupees(90), stockQuantity: 7 })
  await updateProduct(ctx(admin), id, { slug: 'logged', price: rupees(1), discountPrice: rupees(2) })
  await removeProduct(ctx(admin), id)
  const entries = await listChanges(db, { entity: 'product', entityId: id, limit: 10 })
  expect(entries.map(({ action }) => action)).toEqual(['delete', 'update', 'create'])
  expect(entries[1]).toMatchObject({
    actorId: admin.id,
    before: { price: 10_000, stockQuantity: 5 },
    after: { price: 9_000, stockQuantity: 7 },
  })
})

describe('removeProduct', () => {
  it('comes before or after an order, never in between', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await product()
      const input = await orderInput(db, [{ productId: id, quantity: 1 }])
      const [placed, removed] = await Promise.all([
        placeOrder(ctx(customer), input),
        removeProduct(ctx(admin), id),
      ])
      expect(removed).toEqual({ ok: true, value: placed.ok ? 'archived' : 'deleted' })
    }
  })
})
