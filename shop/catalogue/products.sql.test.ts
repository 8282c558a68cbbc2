import { describe, expect, it } from 'vitest'
import { makeProduct, seedProduct } from '#db/factories/product.ts'
import { findRecord } from '#shop/catalogue/products.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { rowOf } from '#tests/rows.ts'

const { db } = await testDatabase()

const numberOf = async (id: string) => (await rowOf(db, 'products', { id })).number

describe('insertProduct', () => {
  it('continues after the highest explicit catalogue number', async () => {
    for (const number of [1, 2, 30]) await makeProduct(db, { number })
    expect(await numberOf(await makeProduct(db))).toBe(31)
    expect(await seedProduct(db, { number: 30 }, NOW)).toBeNull()
    expect(await numberOf(await makeProduct(db))).toBe(32)
  })
})

it('finds no product by a slug with a NUL character', async () => {
  expect(await findRecord(db, '\0', 'all')).toBeNull()
})
