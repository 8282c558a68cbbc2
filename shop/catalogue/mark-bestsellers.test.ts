import { expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import { markBestsellers } from '#shop/catalogue/products.sql.ts'
import type { CategorySlug } from '#shop/catalogue/taxonomy.ts'
import { addDays, dayOf } from '#shop/kernel/day.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { insertRows } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()

/** Makes a product with this many units sold, `daysAgo` days before today. */
async function makeSoldProduct(category: CategorySlug, units: number, daysAgo = 1, isActive = true) {
  const id = await makeProduct(db, { category, isActive }, NOW)
  const day = addDays(dayOf(NOW), -daysAgo)
  const counts = { units, value: 0, deliveredUnits: 0, returnedUnits: 0 }
  await insertRows(db, 'dailyProducts', { day, productId: id, ...counts })
  return id
}

async function bestsellers(): Promise<string[]> {
  return (await listProducts(db)).filter((product) => product.isBestseller).map(({ id }) => id)
}

it('marks the bestseller of each category: most units in 90 days, at least 20; repeating it changes nothing', async () => {
  const first = await makeSoldProduct('meal-mix', 40)
  await makeSoldProduct('meal-mix', 40)
  await makeSoldProduct('meal-mix', 900, 91)
  await makeSoldProduct('meal-mix', 500, 1, false)
  await makeSoldProduct('bundles', 19)
  const spice = await makeSoldProduct('tastemakers', 20, 90)
  expect(await markBestsellers(ctx())).toBe(2)
  expect((await bestsellers()).toSorted()).toEqual([first, spice].toSorted())
  expect(await markBestsellers(ctx())).toBe(0)
  const newer = await makeSoldProduct('meal-mix', 41)
  expect(await markBestsellers(ctx())).toBe(2)
  expect((await bestsellers()).toSorted()).toEqual([newer, spice].toSorted())
})
