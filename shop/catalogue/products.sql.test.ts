import { describe, expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { findRecord } from '#shop/catalogue/products.read.ts'
import { testDatabase } from '#tests/database.ts'

const { db } = await testDatabase()

const numberOf = (id: string | null) =>
  db
    .selectFrom('products')
    .select('number')
    .where('id', '=', id ?? '')
    .executeTakeFirstOrThrow()

describe('insertProduct', () => {
  it('counts on after numbers that were given by hand', async () => {
    for (const number of [1, 2, 30]) await makeProduct(db, { number })
    expect(await numberOf(await makeProduct(db))).toEqual({ number: 31 })
    expect(await makeProduct(db, { number: 30 })).toBeNull()
    expect(await numberOf(await makeProduct(db))).toEqual({ number: 32 })
  })
})

it('a slug that no text column can hold names no product', async () => {
  expect(await findRecord(db, '\0', 'all')).toBeNull()
})
