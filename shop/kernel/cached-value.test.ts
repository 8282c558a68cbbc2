import { describe, expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import { cacheValue } from '#shop/kernel/cached-value.ts'
import { rupees } from '#shop/kernel/money.ts'
import { testDatabase } from '#tests/database.ts'

const { db } = await testDatabase()
const id = await makeProduct(db, { price: rupees(100), stockQuantity: 5 })

/** The memory over the real table, with a count of its loads. */
function remembering() {
  const state = { loads: 0, isLost: false, fails: false }
  const products = cacheValue({
    isLost: () => state.isLost,
    load: async () => {
      state.loads += 1
      if (state.fails) throw new Error('away')
      return listProducts(db)
    },
  })
  const price = async () => (await products.get()).find((product) => product.id === id)?.price
  return { state, products, price }
}

const setPrice = (price: number) => db.updateTable('products').set({ price }).where('id', '=', id).execute()

describe('the products in memory', () => {
  it('are loaded once, also by requests at the same time, until something changes', async () => {
    const { state, products, price } = remembering()
    await setPrice(100)
    expect(await Promise.all([price(), price()])).toEqual([100, 100])
    expect(await price()).toBe(100)
    expect(state.loads).toBe(1)
    await setPrice(200)
    products.forget()
    expect(await price()).toBe(200)
    expect(state.loads).toBe(2)
  })

  it('are not those of a load that a change overtook', async () => {
    const { products, price } = remembering()
    await setPrice(300)
    const first = price()
    await first
    products.forget()
    const overtaken = price()
    await setPrice(400)
    products.forget()
    await overtaken
    expect(await price()).toBe(400)
  })

  it('are read anew while changes cannot be heard of', async () => {
    const { state, products, price } = remembering()
    await setPrice(500)
    await price()
    state.isLost = true
    await setPrice(600)
    expect(await price()).toBe(600)
    // The connection is back: its listener forgets the products.
    state.isLost = false
    products.forget()
    expect(await price()).toBe(600)
  })

  it('are loaded again after a failure', async () => {
    const { state, products, price } = remembering()
    state.fails = true
    await expect(products.get()).rejects.toThrow('away')
    state.fails = false
    expect(await price()).toBeGreaterThan(0)
  })
})
