import { expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import { markBestsellers } from '#shop/catalogue/products.sql.ts'
import type { CategorySlug } from '#shop/catalogue/taxonomy.ts'
import { addDays, dayOf } from '#shop/kernel/day.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { insertRows } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()

/** A product with this many units sold on a day before today. */
async function sold(category: CategorySlug, units: number, daysAgo = 1, isActive = true) {
  const id = await makeProduct(db, { category, isActive }, NOW)
  const day = addDays(dayOf(NOW), -daysAgo)
  const counts = { units, value: 0, deliveredUnits: 0, returnedUnits: 0 }
  await insertRows(db, 'dailyProducts', { day, productId: id, ...counts })
  return id
}

async function bestsellers(): Promise<string[]> {
  return (await listProducts(db)).filter((product) => product.isBestseller).map(({ id }) => id)
}

it('marks what sold most in its category in 90 days, if it sold enough, and changes nothing twice', async () => {
  const first = await sold('meal-mix', 40)
  await sold('meal-mix', 40)
  await sold('meal-mix', 900, 91)
  await sold('meal-mix', 500, 1, false)
  await sold('bundles', 19)
  const spice = await sold('tastemakers', 20, 90)
  expect(await markBestsellers(ctx())).toBe(2)
  expect((await bestsellers()).toSorted()).toEqual([first, spice].toSorted())
  expect(await markBestsellers(ctx())).toBe(0)
  const newer = await sold('meal-mix', 41)
  expect(await markBestsellers(ctx())).toBe(2)
  expect((await bestsellers()).toSorted()).toEqual([newer, spice].toSorted())
})
