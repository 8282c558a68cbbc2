import { describe, expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { seedCatalogue } from '#db/seed/seed-demo.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import { type CatalogueSource, createProductSearch } from '#shop/search/product-search.ts'
import { readQuery } from '#shop/search/query.ts'
import { NO_SYNONYMS } from '#shop/search/synonyms.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db } = await testDatabase()
await seedCatalogue({ db, now: NOW })

/** Returns a search over the real catalogue that counts its reads; `state` simulates the database. */
function createTestSearch(options: Partial<CatalogueSource> = {}) {
  const state = { version: 1, isLost: false, reads: 0, yields: 0, errors: [] as unknown[] }
  const search = createProductSearch({
    version: () => state.version,
    isLost: () => state.isLost,
    load: () => {
      state.reads += 1
      return listProducts(db)
    },
    synonyms: NO_SYNONYMS,
    yieldToEventLoop: async () => {
      state.yields += 1
    },
    clock: () => 0,
    onError: (error) => state.errors.push(error),
    ...options,
  })
  const find = async (typed: string) => (await search.find(readQuery(typed).words)).map(({ name }) => name)
  return { state, search, find }
}

describe('a product search', () => {
  const { find } = createTestSearch()

  it.each([
    ['garm masla', 'Garam Masala'],
    ['GARAM MASALA', 'Garam Masala'],
    ['ragee', 'Ragi Meal Mix'],
    ['bajara', 'Bajra Meal Mix'],
    ['protien', 'Protein-Boosted Meal Mix'],
    ['zaatar', 'Za’atar'],
    ['tand', 'Tandoori'],
    ['complete box', 'The Complete Box'],
    ['replenesh', 'Replenish Flavoured Box of 30 Sticks'],
    ['container', 'Biodegradable Containers, Set of 10'],
  ])('%s finds %s first', async (typed, name) => {
    expect((await find(typed))[0]).toBe(name)
  })

  it('finds ingredients, and words of the description', async () => {
    expect(await find('turmaric')).toEqual(expect.arrayContaining(['Turmeric Tastemaker', 'Achari']))
    expect(await find('saffron')).toContain('Kesar Badam')
  })

  it('finds products whose text mentions a word only if no product is about it', async () => {
    const ragi = ['Ragi Meal Mix', 'The Complete Box', 'Protein-Boosted Meal Mix', 'Meal Play Box']
    expect(await find('ragi')).toEqual(ragi)
    expect(await find('pudding')).toContain('Cocoa Cinnamon')
  })

  it('finds all products of a category by its name', async () => {
    expect(await find('tastemakers')).toHaveLength(20)
    expect(await find('hydration')).toHaveLength(2)
  })

  it.each(['', '   ', '\0', '%', "'; drop table products; --", '\\', '{}', '\ud800', 'x'.repeat(5000)])(
    'finds nothing for %j',
    async (typed) => {
      expect(await find(typed)).toEqual([])
    },
  )
})

describe('the catalogue in memory', () => {
  it('is loaded once for concurrent and later searches without a change', async () => {
    const { state, find } = createTestSearch()
    await Promise.all(Array.from({ length: 20 }, () => find('ragee')))
    await find('bajara')
    expect(state.reads).toBe(1)
  })

  it('contains the current products with their current data after each change', async () => {
    const { state, search, find } = createTestSearch()
    const id = await makeProduct(db, { slug: 'kodo', name: 'Kodo Khichdi', stockQuantity: 5 })
    expect(await find('kodo')).toEqual(['Kodo Khichdi'])
    await db.updateTable('products').set({ stockQuantity: 3 }).where('slug', '=', 'kodo').execute()
    state.version += 1
    expect(await search.find(['kodo'])).toMatchObject([{ id, stockQuantity: 3 }])
    await db.updateTable('products').set({ name: 'Varagu Khichdi' }).where('slug', '=', 'kodo').execute()
    state.version += 1
    expect([await find('varagu'), await find('kodo')]).toEqual([['Varagu Khichdi'], []])
    await db.updateTable('products').set({ isActive: false }).where('slug', '=', 'kodo').execute()
    state.version += 1
    expect(await find('varagu')).toEqual([])
    expect(state.reads).toBe(4)
  })

  it('is loaded again after a change during loading', async () => {
    const { state, find } = createTestSearch({
      load: async () => {
        const products = await listProducts(db)
        state.reads += 1
        if (state.reads === 1) {
          await makeProduct(db, { slug: 'barri', name: 'Barri Laddu' })
          state.version += 1
        }
        return products
      },
    })
    await find('barri')
    expect(await find('barri')).toEqual(['Barri Laddu'])
    expect(state.reads).toBe(2)
  })

  it('lets other work run while its index is built', async () => {
    let now = 0
    const { state, find } = createTestSearch({ clock: () => (now += 1) })
    await find('ragee')
    expect(state.yields).toBeGreaterThan(5)
  })
})

describe('a product search without the database', () => {
  it('answers from the last catalogue, whether or not the lost connection was detected', async () => {
    let isUnavailable = false
    const { state, find } = createTestSearch({
      load: () => (isUnavailable ? Promise.reject(new Error('away')) : listProducts(db)),
    })
    await find('ragee')
    isUnavailable = true
    state.version += 1
    expect((await find('ragee'))[0]).toBe('Ragi Meal Mix')
    expect(state.errors).toEqual([new Error('away')])
    state.isLost = true
    expect((await find('ragee'))[0]).toBe('Ragi Meal Mix')
  })

  it('rejects if no catalogue was ever loaded', async () => {
    const { find } = createTestSearch({ load: () => Promise.reject(new Error('away')) })
    await expect(find('ragee')).rejects.toThrow('away')
  })
})
