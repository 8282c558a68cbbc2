/** Products are created, changed, archived and removed, in some tests concurrently. */

import { describe, expect, it } from 'vitest'
import { makeOrder, orderInput } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import {
  archiveProduct,
  createProduct,
  removeProduct,
  restoreProduct,
  updateProduct,
} from '#shop/catalogue/change-products.ts'
import type { CreateProductInput } from '#shop/catalogue/input.ts'
import { readListing } from '#shop/catalogue/listing.read.ts'
import { PRODUCT_FILTERS } from '#shop/catalogue/listing.ts'
import { NO_KNOWN_ALLERGENS } from '#shop/catalogue/taxonomy.ts'
import { listMovements } from '#shop/inventory/movements.read.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { readSearch } from '#shop/kernel/filters.ts'
import { rupees } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { placeOrder } from '#shop/orders/place-order.ts'
import { FLAT, NOW, testDatabase } from '#tests/database.ts'
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
  it('gives a slug to one of several concurrent products', async () => {
    const results = await Promise.all(Array.from({ length: 5 }, () => createProduct(ctx(admin), NEW)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter((result) => !result.ok && result.reason === 'slug_taken')).toHaveLength(4)
  })
})

describe('updateProduct', () => {
  it('keeps the stock level equal to the sum of its movements while orders are placed', async () => {
    const id = await product({ stockQuantity: 50 })
    const orders = Array.from({ length: 10 }, () =>
      makeOrder(ctx(customer), [{ productId: id, quantity: 1 }]),
    )
    const levels = [40, 60, 20].map((stockQuantity) => updateProduct(ctx(admin), id, { stockQuantity }))
    await Promise.all([...orders, ...levels])
    const { stockQuantity, sum } = await stockOf(id)
    expect(sum).toBe(stockQuantity)
  })

  it('subtracts the units of open orders from a count of the shelf', async () => {
    const id = await product({ stockQuantity: 20 })
    await makeOrder(ctx(customer), [{ productId: id, quantity: 5 }])
    expect(await updateProduct(ctx(admin), id, { onShelf: 20 })).toEqual(ok(null))
    expect((await stockOf(id)).stockQuantity).toBe(15)
    expect(await updateProduct(ctx(admin), id, { onShelf: 18 })).toEqual(ok(null))
    expect((await stockOf(id)).stockQuantity).toBe(13)
    expect(await listMovements(db, id, 1, 1)).toMatchObject([{ quantity: -2, reason: 'counted' }])
    expect(await updateProduct(ctx(admin), id, { onShelf: 4 })).toMatchObject(err('stock_below_zero'))
  })

  it('adds the difference entered in the list once, even if units were sold since the list was loaded', async () => {
    const id = await product({ stockQuantity: 10 })
    const { products } = await readListing(db, readSearch(PRODUCT_FILTERS, new URLSearchParams()), 100, {
      ...FLAT,
      today: dayOf(NOW),
    })
    const version = products.find((listed) => listed.id === id)?.version
    await makeOrder(ctx(customer), [{ productId: id, quantity: 2 }])
    const save = () => updateProduct(ctx(admin), id, { version, stockQuantity: 15, stockShown: 10 })
    expect([await save(), await save()]).toEqual([ok(null), err('edit_conflict')])
    expect((await stockOf(id)).stockQuantity).toBe(13)
  })

  it('gives a slug to one of two concurrent changes', async () => {
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

  it('must be complete before a product goes on sale; the refusal names the missing declarations', async () => {
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

  it('needs no best-before, allergens or food licence for products that are not food', async () => {
    const id = await product({ ...draft, category: 'biodegradable', netQuantity: '10 bowls' })
    const change = { mrp: rupees(118), maker: 'A group, Bastar', isActive: true }
    expect(await updateProduct(ctx(admin), id, change)).toEqual(ok(null))
  })

  it('does not prevent other changes of a product that is on sale with an incomplete label', async () => {
    const id = await product({ ...draft, isActive: true })
    expect(await updateProduct(ctx(admin), id, { price: rupees(90), isActive: true })).toMatchObject({
      ok: true,
    })
    // The list of products reports the label. Until it is complete, the product cannot be activated again.
    const listed = await readListing(db, readSearch(PRODUCT_FILTERS, new URLSearchParams()), 100, {
      ...FLAT,
      today: dayOf(NOW),
    })
    expect(listed.products.find((entry) => entry.id === id)?.labelProblem).toBe('Allergens not declared')
    await updateProduct(ctx(admin), id, { isActive: false })
    expect(await updateProduct(ctx(admin), id, { isActive: true })).toMatchObject({
      reason: 'declarations_missing',
      missing: expect.arrayContaining(['allergens']),
    })
  })

  it('must have an MRP that is not below the price with tax', async () => {
    const id = await product({ price: rupees(100) })
    expect(await updateProduct(ctx(admin), id, { mrp: rupees(117.99) })).toEqual(err('above_mrp'))
    expect(await updateProduct(ctx(admin), id, { mrp: rupees(118) })).toMatchObject({ ok: true })
    // If prices include the tax, the price itself is the limit.
    const taxes = { prices: 'inclusive', defaultRate: 1800 } as const
    const inclusive = ctx(admin, { config: { ...ctx().config, taxes } })
    expect(await updateProduct(inclusive, id, { mrp: rupees(100) })).toMatchObject({ ok: true })
    expect(await updateProduct(inclusive, id, { mrp: rupees(99.99) })).toEqual(err('above_mrp'))
    expect(await updateProduct(inclusive, id, { mrp: rupees(118) })).toMatchObject({ ok: true })
    for (const priced of [{ price: rupees(100.01) }, { price: rupees(120), discountPrice: rupees(101) }]) {
      expect(await updateProduct(ctx(admin), id, priced)).toEqual(err('above_mrp'))
    }
    // If the product's rate is added, the price with that rate is the limit.
    const added = ctx(admin, {
      config: { ...ctx().config, taxes: { prices: 'exclusive', defaultRate: 1800 } },
    })
    expect(await updateProduct(added, id, { gstPercent: 5, mrp: rupees(105) })).toMatchObject({ ok: true })
    expect(await updateProduct(added, id, { mrp: rupees(104.99) })).toEqual(err('above_mrp'))
    expect(await updateProduct(added, id, { mrp: rupees(118), gstPercent: null })).toMatchObject({ ok: true })
    // A price above the MRP is refused even if the discount price is below the MRP.
    const discounted = { price: rupees(120), discountPrice: rupees(99) }
    expect(await updateProduct(ctx(admin), id, discounted)).toEqual(err('above_mrp'))
    // A product whose price was above its MRP before the rule may still get a new description.
    await updateRows(db, 'products', { id }, { mrp: rupees(110) })
    expect(await updateProduct(ctx(admin), id, { description: 'New.' })).toMatchObject({ ok: true })
    const dear = await createProduct(ctx(admin), { ...NEW, slug: 'dear', mrp: rupees(117.99) })
    expect(dear).toEqual(err('above_mrp'))
  })
})

describe('two admins with the same product', () => {
  it('do not overwrite each other: one of several changes of a version succeeds', async () => {
    const id = await product()
    const { version } = await rowOf(db, 'products', { id })
    const changes = ['a', 'b', 'c', 'd'].map((region) => updateProduct(ctx(admin), id, { region, version }))
    const results = await Promise.all(changes)
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter((result) => !result.ok && result.reason === 'edit_conflict')).toHaveLength(3)
    expect(await updateProduct(ctx(admin), id, { region: 'e', version: version + 1 })).toMatchObject({
      ok: true,
    })
  })

  it('change stock by the difference from the displayed level, with a reason and never below zero', async () => {
    const id = await product({ stockQuantity: 50 })
    await placeOrder(ctx(customer), await orderInput(db, [{ productId: id, quantity: 3 }]))
    const production = {
      stockQuantity: 60,
      stockShown: 50,
      stockReason: 'made',
      stockNote: 'Batch of 21 Nov',
    } as const
    await updateProduct(ctx(admin), id, production)
    expect(await stockOf(id)).toEqual({ stockQuantity: 57, sum: 57 })
    const [last] = await listMovements(db, id, 1, 1)
    expect(last).toMatchObject({
      quantity: 10,
      reason: 'made',
      note: 'Batch of 21 Nov',
      actorName: admin.fullName,
      level: 57,
    })
    const tooMuch = { stockQuantity: 0, stockShown: 58, stockReason: 'damaged' } as const
    expect(await updateProduct(ctx(admin), id, tooMuch)).toEqual(err('stock_below_zero'))
    expect(await stockOf(id)).toEqual({ stockQuantity: 57, sum: 57 })
  })
})

it('records changes of products in the audit log, in the same transaction', async () => {
  const created = await createProduct(ctx(admin), {
    ...NEW,
    slug: 'logged',
    isActive: false,
    stockQuantity: 5,
  })
  const id = created.ok ? created.value : ''
  await updateProduct(ctx(admin), id, { price: rupees(90), stockQuantity: 7 })
  await updateProduct(ctx(admin), id, { slug: 'logged', price: rupees(1), discountPrice: rupees(2) })
  await removeProduct(ctx(admin), id, { onlyArchived: false })
  const entries = await listChanges(db, { entity: 'product', entityId: id, limit: 10 })
  expect(entries.map(({ action }) => action)).toEqual(['delete', 'update', 'create'])
  expect(entries[1]).toMatchObject({
    actorId: admin.id,
    before: { price: 10_000, stockQuantity: 5 },
    after: { price: 9_000, stockQuantity: 7 },
  })
})

describe('archiveProduct', () => {
  const namesOf = async (query: string) => {
    const search = readSearch(PRODUCT_FILTERS, new URLSearchParams(query))
    return (await readListing(db, search, 100, { ...FLAT, today: dayOf(NOW) })).products.map(
      ({ name }) => name,
    )
  }

  it('moves a product to the status Archived, and restoreProduct undoes it', async () => {
    const id = await product({ name: 'Kangni' })
    expect(await archiveProduct(ctx(admin), id)).toEqual(ok({ name: 'Kangni', wasActive: true }))
    expect(await namesOf('')).not.toContain('Kangni')
    expect(await namesOf('status=archived')).toEqual(['Kangni'])
    expect(await restoreProduct(ctx(admin), { id, isActive: true })).toEqual(ok({ isActive: true }))
    expect(await namesOf('status=active')).toContain('Kangni')
    expect(await namesOf('status=archived')).toEqual([])
    const entries = await listChanges(db, { entity: 'product', entityId: id, limit: 2 })
    expect(entries.map(({ action }) => action)).toEqual(['restore', 'archive'])
  })

  it('does not restore a product with an incomplete label to the shop', async () => {
    const id = await product({ maker: '' })
    await archiveProduct(ctx(admin), id)
    expect(await restoreProduct(ctx(admin), { id, isActive: true })).toEqual(ok({ isActive: false }))
    expect(await rowOf(db, 'products', { id })).toMatchObject({ isActive: false, archivedAt: null })
  })
})

describe('removeProduct', () => {
  it('archives the product if a concurrent order contains it, and otherwise deletes it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await product()
      const input = await orderInput(db, [{ productId: id, quantity: 1 }])
      const [placed, removed] = await Promise.all([
        placeOrder(ctx(customer), input),
        removeProduct(ctx(admin), id, { onlyArchived: false }),
      ])
      expect(removed).toEqual({ ok: true, value: placed.ok ? 'archived' : 'deleted' })
    }
  })

  it('deletes for good only a product that is still archived, and archives any other', async () => {
    const id = await product()
    const remove = () => removeProduct(ctx(admin), id, { onlyArchived: true })
    expect([await remove(), await remove()]).toEqual([ok('archived'), ok('deleted')])
  })
})
