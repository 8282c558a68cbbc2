import { describe, expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { readListing } from '#shop/catalogue/listing.read.ts'
import { PRODUCT_FILTERS } from '#shop/catalogue/listing.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { readSearch } from '#shop/kernel/filters.ts'
import { rupees } from '#shop/kernel/money.ts'
import type { PriceMode } from '#shop/kernel/tax.ts'
import { FLAT, NOW, testDatabase } from '#tests/database.ts'
import { updateRows } from '#tests/rows.ts'

const { db } = await testDatabase()
const list = (query: string, perPage = 20) =>
  readListing(db, readSearch(PRODUCT_FILTERS, new URLSearchParams(query)), perPage, {
    ...FLAT,
    today: dayOf(NOW),
  })
const names = async (query: string, perPage?: number) =>
  (await list(query, perPage)).products.map(({ name }) => name)

const OTHER = { shortDescription: '', description: '' }
await makeProduct(
  db,
  { ...OTHER, name: 'Kodo 100%_mix', price: rupees(50), mrp: rupees(58), stockQuantity: 3 },
  new Date('2026-01-03'),
)
await makeProduct(
  db,
  {
    ...OTHER,
    name: 'ajwain',
    category: 'tastemakers',
    price: rupees(90),
    discountPrice: rupees(20),
    maker: '',
    stockQuantity: 8,
  },
  new Date('2026-01-02'),
)
await makeProduct(
  db,
  {
    ...OTHER,
    name: 'Barnyard',
    description: 'Light and nutty',
    price: rupees(70),
    isActive: false,
    maker: '',
    stockQuantity: 1,
  },
  new Date('2026-01-01'),
)

describe('the admin’s list of products', () => {
  it('searches name and description without case and wildcards, and filters by category', async () => {
    expect(await names('q=100%25_MIX')).toEqual(['Kodo 100%_mix'])
    expect(await names('q=NUTTY')).toEqual(['Barnyard'])
    expect(await names('q=%25')).toEqual(['Kodo 100%_mix'])
    expect(await names('category=tastemakers')).toEqual(['ajwain'])
  })

  it('finds products above their MRP by the rate that is added', async () => {
    const search = readSearch(PRODUCT_FILTERS, new URLSearchParams('stock=above-mrp'))
    const total = async (prices: PriceMode) => {
      const list = await readListing(db, search, 20, { prices, defaultRate: 1800, today: dayOf(NOW) })
      return list.products.map(({ name, labelProblem }) => `${name}: ${labelProblem}`)
    }
    const above = ['Kodo 100%_mix: Above MRP']
    expect([await total('flat'), await total('exclusive'), await total('inclusive')]).toEqual([above, [], []])
    await updateRows(db, 'products', { name: 'Kodo 100%_mix' }, { gstPercent: 18 })
    expect(await total('exclusive')).toEqual(above)
    await updateRows(db, 'products', { name: 'Kodo 100%_mix' }, { gstPercent: null })
  })

  it('sorts by unit price, by stock, by name without case, and newest first', async () => {
    expect(await names('')).toEqual(['Kodo 100%_mix', 'ajwain', 'Barnyard'])
    expect(await names('sort=price')).toEqual(['ajwain', 'Kodo 100%_mix', 'Barnyard'])
    expect(await names('sort=stock')).toEqual(['Barnyard', 'Kodo 100%_mix', 'ajwain'])
    expect(await names('sort=name')).toEqual(['ajwain', 'Barnyard', 'Kodo 100%_mix'])
  })

  it('is paginated and counts all products; invalid query parameters are ignored', async () => {
    expect(await names('page=2', 2)).toEqual(['Barnyard'])
    expect((await list('page=2', 2)).total).toBe(3)
    expect(await names('page=-1&sort=secret&category=none')).toHaveLength(3)
  })

  it('filters by status, and excludes inactive products from low stock', async () => {
    expect(await names('status=inactive')).toEqual(['Barnyard'])
    expect(await names('status=active')).toEqual(['Kodo 100%_mix', 'ajwain'])
    expect(await names('stock=low')).not.toContain('Barnyard')
  })

  it('names label problems of products on sale', async () => {
    expect((await list('')).products).toMatchObject([
      { name: 'Kodo 100%_mix', labelProblem: 'Above MRP' },
      { name: 'ajwain', labelProblem: 'Label incomplete' },
      { name: 'Barnyard', status: 'inactive', labelProblem: '' },
    ])
  })
})
