import { describe, expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import { cacheValue } from '#shop/kernel/cached-value.ts'
import { rupees } from '#shop/kernel/money.ts'
import { testDatabase } from '#tests/database.ts'

const { db } = await testDatabase()
const id = await makeProduct(db, { price: rupees(100), stockQuantity: 5 })

/** Returns a cache of the products in the database, which counts its loads. */
function createTestCache() {
  const state = { loads: 0, isLost: false, fails: false }
  const products = cacheValue({
    isLost: () => state.isLost,
    load: async () => {
      state.loads += 1
      if (state.fails) throw new Error('unavailable')
      return listProducts(db)
    },
  })
  const price = async () => (await products.get()).find((product) => product.id === id)?.price
  return { state, products, price }
}

const setPrice = (price: number) => db.updateTable('products').set({ price }).where('id', '=', id).execute()

describe('cacheValue', () => {
  it('loads the value once for concurrent and later callers, until `forget`', async () => {
    const { state, products, price } = createTestCache()
    await setPrice(100)
    expect(await Promise.all([price(), price()])).toEqual([100, 100])
    expect(await price()).toBe(100)
    expect(state.loads).toBe(1)
    await setPrice(200)
    products.forget()
    expect(await price()).toBe(200)
    expect(state.loads).toBe(2)
  })

  it('does not cache a load if `forget` was called during it', async () => {
    const { products, price } = createTestCache()
    await setPrice(300)
    const first = price()
    await first
    products.forget()
    const overtakenLoad = price()
    await setPrice(400)
    products.forget()
    await overtakenLoad
    expect(await price()).toBe(400)
  })

  it('loads on every call while messages about changes are not received', async () => {
    const { state, products, price } = createTestCache()
    await setPrice(500)
    await price()
    state.isLost = true
    await setPrice(600)
    expect(await price()).toBe(600)
    // The connection is back, and its listener calls `forget`.
    state.isLost = false
    products.forget()
    expect(await price()).toBe(600)
  })

  it('loads again after a failed load', async () => {
    const { state, products, price } = createTestCache()
    state.fails = true
    await expect(products.get()).rejects.toThrow('unavailable')
    state.fails = false
    expect(await price()).toBeGreaterThan(0)
  })
})
