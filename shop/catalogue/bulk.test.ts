import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { applyBulkChange } from '#shop/catalogue/apply-bulk-change.ts'
import {
  BULK_COLUMNS,
  type BulkProduct,
  type BulkRow,
  planBulk,
  planSelection,
  SHEET_FIELDS,
} from '#shop/catalogue/bulk.ts'
import { updateProduct } from '#shop/catalogue/change-products.ts'
import type { ListChange } from '#shop/catalogue/listing.ts'
import { PRODUCT_FIELDS } from '#shop/catalogue/product-fields.ts'
import { listBulkProducts } from '#shop/catalogue/products.read.ts'
import { emptyOf } from '#shop/field.ts'
import { listMovements } from '#shop/inventory/movements.read.ts'
import { unitsOnShelf } from '#shop/inventory/stock.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { rupees } from '#shop/kernel/money.ts'
import { FLAT, NOW, testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const admin = await makeUser(db, { staffRole: 'owner' })

const RAGI: BulkProduct = {
  ...emptyOf(PRODUCT_FIELDS),
  id: '00000000-0000-4000-8000-000000000002',
  slug: 'ragi',
  name: 'Ragi',
  price: rupees(279),
  discountPrice: rupees(250),
  stockQuantity: 40,
  setAside: 0,
  mrp: rupees(1600),
  category: 'meal-mix',
  isActive: true,
  rate: null,
}

const sheet = (...rows: BulkRow[]) => ({ headings: BULK_COLUMNS, rows })
/** The column in a message about a cell: '“price” (column 4)'. */
const at = (column: string) => `“${column}” (column ${BULK_COLUMNS.indexOf(column) + 1})`

describe('planBulk', () => {
  const plan = (row: object) => planBulk([RAGI], sheet({ line: 2, slug: 'ragi', ...row }), FLAT)

  it('lists changed values and leaves out unchanged values', () => {
    expect(
      plan({ price: '₹1,289.50', discount_price: '', on_shelf: '55', on_shelf_read: '40' }).changes,
    ).toEqual([
      {
        ...Object.fromEntries(SHEET_FIELDS.map((key) => [key, null])),
        id: RAGI.id,
        name: 'Ragi',
        status: null,
        price: { from: 27_900, to: 128_950 },
        discountPrice: { from: 25_000, to: null },
        stock: { from: 40, to: 55 },
      },
    ])
    const same = { id: RAGI.id.toUpperCase(), price: '279', discount_price: '250.00', on_shelf: '' }
    expect(plan(same)).toEqual({ changes: [], problems: [] })
    expect(plan({ on_shelf: '41', on_shelf_read: '40' }).changes).toMatchObject([
      { price: null, discountPrice: null },
    ])
  })

  it.each<[object, string | RegExp]>([
    ...[
      'cheap',
      '0',
      '12.345',
      '-5',
      '1,5',
      '1.234,5',
      '12,34',
      '1,23,4',
      '123,45,678',
      '1 500,00',
      '1e3',
    ].map((price): [object, string] => [
      { price },
      `${at('price')}: “${price}” is no amount in rupees above 0, such as 1250.50.`,
    ]),
    [{ discount_price: '2,5' }, `${at('discount_price')}: “2,5” is no amount in rupees, such as 1250.50.`],
    [{ price: '240' }, `${at('discount_price')}: the discount price must be below the price.`],
    [{ discount_price: '279' }, `${at('discount_price')}: the discount price must be below the price.`],
    [{ price: '1356', discount_price: '' }, `${at('price')}: the price with tax must not be above the MRP.`],
    ...['1.5', '-1', '1,5', '1,0,0', '1e3'].map((count): [object, string] => [
      { on_shelf: count },
      `${at('on_shelf')}: “${count}” is no whole number from 0 to 1000000.`,
    ]),
    [{ mrp: '200' }, `${at('price')}: the price with tax must not be above the MRP.`],
    [{ mrp: '' }, `${at('mrp')}: a product on sale needs its MRP.`],
    [{ status: 'sold' }, `${at('status')}: “sold” is neither active nor inactive.`],
    [{ slug: 'bajra' }, `${at('slug')}: no product has “bajra”.`],
    [{ id: 'x1' }, `${at('id')}: no product has “x1”.`],
    [{ on_shelf: '55', on_shelf_read: 'forty' }, /^“on_shelf_read” .* “forty” is no whole number/],
    [
      { on_shelf: '55' },
      `${at('on_shelf')}: Ragi: on_shelf_read is missing, the level from which 55 was counted. The stock is 40 now.`,
    ],
    [{ on_shelf: '55', on_shelf_read: '48' }, /Ragi: the stock was 48 when the sheet was read and is 40 now/],
    [{ price: '300', on_shelf: '48', on_shelf_read: '45' }, /Ragi: the stock was 45/],
  ])('names problem and column of the row %j', (row, message) => {
    const { changes, problems } = plan(row)
    expect(changes).toEqual([])
    const text = typeof message === 'string' ? message : expect.stringMatching(message)
    expect(problems).toEqual([{ line: 2, message: text }])
  })

  it.each([
    ['1,500.50', 150_050],
    ['1,23,456.50', 12_345_650],
    ['123,456.5', 12_345_650],
    ['₹ 1,23,456.50', 12_345_650],
  ])('reads the price %s, grouped the Indian or western way', (price, to) => {
    const free = { ...RAGI, mrp: rupees(99_99_999) }
    const row = { line: 2, slug: 'ragi', price }
    expect(planBulk([free], sheet(row), FLAT)).toMatchObject({
      changes: [{ price: { to } }],
      problems: [],
    })
  })

  it('does not put back units that were sold since the download', () => {
    // The level was 45 at the download and not edited; orders took five units since.
    expect(plan({ on_shelf: '45', on_shelf_read: '45' })).toEqual({ changes: [], problems: [] })
    expect(plan({ price: '300', on_shelf: '45', on_shelf_read: '45' }).changes).toMatchObject([
      { price: { to: 30_000 }, stock: null },
    ])
    expect(plan({ on_shelf: '40' })).toEqual({ changes: [], problems: [] })
  })

  it('refuses a second row of a product', () => {
    const rows = [
      { line: 2, slug: 'ragi', price: '300' },
      { line: 3, id: RAGI.id, price: '310' },
    ]
    expect(planBulk([RAGI], sheet(...rows), FLAT)).toMatchObject({
      changes: [{ price: { to: 30_000 } }],
      problems: [{ line: 3, message: `${at('id')}: this product is listed twice.` }],
    })
  })
})

describe('planSelection', () => {
  const plan = (change: ListChange, value = '', product = RAGI) =>
    planSelection([product], { ids: new Set([product.id]), change, value }, FLAT)

  it.each<[ListChange, string, object]>([
    ['deactivate', '', { status: { from: 'active', to: 'inactive' } }],
    ['price', '₹300', { price: { from: 27_900, to: 30_000 }, discountPrice: null }],
    ['percent', '10', { price: { from: 27_900, to: 30_690 }, discountPrice: { from: 25_000, to: 27_500 } }],
    ['percent', '-10', { price: { from: 27_900, to: 25_110 }, discountPrice: { from: 25_000, to: 22_500 } }],
    ['stock', '50', { stock: { from: 45, to: 55 } }],
    ['add', '-5', { stock: { from: 45, to: 40 } }],
  ])('plans %s %s', (change, value, steps) => {
    const { changes, problems } = plan(change, value, { ...RAGI, setAside: 5 })
    expect(problems).toEqual([])
    expect(changes).toMatchObject([steps])
  })

  it.each<[ListChange, string, string]>([
    ['price', '', 'Ragi: “–” is no amount in rupees above 0, such as 1250.50.'],
    ['percent', 'ten', 'Ragi: “ten” is no amount in rupees above 0, such as 1250.50.'],
    ['add', '', 'Ragi: “–” is no whole number from 0 to 1000000.'],
    ['price', '2000', 'Ragi: the price with tax must not be above the MRP.'],
  ])('names product and problem of %s “%s”', (change, value, message) => {
    expect(plan(change, value)).toEqual({ changes: [], problems: [{ line: null, message }] })
  })

  it('counts selected products that were archived or deleted since', () => {
    const selection = { ids: new Set([RAGI.id, 'gone']), change: 'price', value: '300' } as const
    expect(planSelection([RAGI], selection, FLAT)).toMatchObject({
      changes: [{ id: RAGI.id }],
      problems: [{ line: null, message: 'Archived or deleted: 1 product.' }],
    })
  })

  it('does not put a product with an incomplete label on sale', () => {
    expect(plan('activate', '', { ...RAGI, isActive: false }).problems).toMatchObject([
      { message: expect.stringContaining('Ragi: Can’t go on sale yet. Missing on the label: net quantity') },
    ])
  })
})

describe('applyBulkChange', () => {
  /** Plans the changes of a sheet that was downloaded just now. */
  const planOf = async (rows: { id: string; price?: string; on_shelf?: string }[]) => {
    const products = await listBulkProducts(db, dayOf(NOW))
    const readAt = (id: string) => {
      const product = products.find((candidate) => candidate.id === id)
      return product && String(unitsOnShelf(product))
    }
    return planBulk(
      products,
      sheet(...rows.map((row, at) => ({ line: at + 2, on_shelf_read: readAt(row.id), ...row }))),
      FLAT,
    ).changes
  }

  it('applies exactly the planned changes, with stock movements', async () => {
    const [a, b] = [await makeProduct(db), await makeProduct(db)]
    const changes = await planOf([
      { id: a, price: '120', on_shelf: '90' },
      { id: b, price: '130' },
    ])
    expect(await applyBulkChange(ctx(admin), changes, 'counted')).toEqual({ ok: true, value: 2 })
    const products = await listBulkProducts(db, dayOf(NOW))
    expect(products.find(({ id }) => id === a)).toMatchObject({ price: 12_000, stockQuantity: 90 })
    expect(products.find(({ id }) => id === b)).toMatchObject({ price: 13_000, stockQuantity: 100 })
    expect(await listMovements(db, a, 1, 1)).toMatchObject([{ quantity: -10, reason: 'counted' }])
  })

  it('changes nothing if one product has changed since it was displayed', async () => {
    const [a, b] = [await makeProduct(db), await makeProduct(db, { name: 'Changed' })]
    const changes = await planOf([
      { id: a, price: '120' },
      { id: b, price: '130' },
    ])
    await updateProduct(ctx(admin), b, { price: rupees(99) })
    const conflict = { ok: false, reason: 'bulk_conflict', conflicts: [{ name: 'Changed', stock: null }] }
    expect(await applyBulkChange(ctx(admin), changes, 'counted')).toEqual(conflict)
    expect((await listBulkProducts(db, dayOf(NOW))).find(({ id }) => id === a)?.price).toBe(10_000)
  })

  it('takes ticked products off sale and puts them back', async () => {
    const ids = [await makeProduct(db), await makeProduct(db)]
    const isOnSale = async () =>
      (await listBulkProducts(db, dayOf(NOW)))
        .filter(({ id }) => ids.includes(id))
        .map(({ isActive }) => isActive)
    for (const action of ['deactivate', 'activate'] as const) {
      const listed = await listBulkProducts(db, dayOf(NOW))
      const { changes } = planSelection(listed, { ids: new Set(ids), change: action, value: '' }, FLAT)
      expect(await applyBulkChange(ctx(admin), changes, 'admin')).toEqual({ ok: true, value: 2 })
      expect(await isOnSale()).toEqual([action === 'activate', action === 'activate'])
    }
  })

  it('records units added in the list as a change by staff, not as a count', async () => {
    const id = await makeProduct(db)
    const listed = await listBulkProducts(db, dayOf(NOW))
    const { changes } = planSelection(listed, { ids: new Set([id]), change: 'add', value: '50' }, FLAT)
    await applyBulkChange(ctx(admin), changes, 'admin')
    expect(await listMovements(db, id, 1, 1)).toMatchObject([{ quantity: 50, reason: 'admin' }])
  })

  it('does not raise a price above an MRP that was lowered after the preview', async () => {
    const id = await makeProduct(db, { name: 'Relabelled' })
    const changes = await planOf([{ id, price: '120' }])
    await updateProduct(ctx(admin), id, { mrp: rupees(118) })
    expect(await applyBulkChange(ctx(admin), changes, 'counted')).toMatchObject({
      conflicts: [{ name: 'Relabelled' }],
    })
  })

  it('subtracts the units of open orders from a count, also of orders placed after the download', async () => {
    const id = await makeProduct(db, { name: 'Sold meanwhile' })
    const changes = await planOf([{ id, on_shelf: '150' }])
    const items = [{ productId: id, quantity: 2 }]
    const [, applied] = await Promise.all([
      makeOrder(ctx(await makeUser(db)), items),
      makeOrder(ctx(await makeUser(db)), items).then(() => applyBulkChange(ctx(admin), changes, 'counted')),
    ])
    expect(applied).toEqual({ ok: true, value: 1 })
    const levels = await listBulkProducts(db, dayOf(NOW))
    expect(levels.find((product) => product.id === id)).toMatchObject({ stockQuantity: 146, setAside: 4 })
    const few = { line: 2, id, on_shelf: '3', on_shelf_read: '150' }
    expect(planBulk(levels, sheet(few), FLAT).problems).toMatchObject([
      { message: expect.stringContaining('orders to pack need 4 units') },
    ])
  })

  it('refuses a shelf whose level changed after the download, and names both levels', async () => {
    const id = await makeProduct(db, { name: 'Made meanwhile' })
    const changes = await planOf([{ id, on_shelf: '150' }])
    await updateProduct(ctx(admin), id, { stockQuantity: 101 })
    expect(await applyBulkChange(ctx(admin), changes, 'counted')).toMatchObject({
      conflicts: [{ name: 'Made meanwhile', stock: { shown: 100, now: 101 } }],
    })
  })

  it('applies concurrent equal changes once', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => await makeProduct(db)))
    const changes = await planOf(ids.map((id) => ({ id, on_shelf: '150' })))
    const both = await Promise.all(
      [changes, changes.toReversed()].map((list) => applyBulkChange(ctx(admin), list, 'counted')),
    )
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    const levels = (await listBulkProducts(db, dayOf(NOW))).filter(({ id }) => ids.includes(id))
    expect(levels.map(({ stockQuantity }) => stockQuantity)).toEqual([150, 150, 150])
  })
})
