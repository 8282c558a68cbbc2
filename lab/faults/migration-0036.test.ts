import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makePastOrder } from '#db/factories/history.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db } = await testDatabase()

it('moves what admins wrote out of sight, and leaves the line about the coupon', async () => {
  const { id: userId } = await makeUser(db)
  const productId = await makeProduct(db)
  const before = [
    ['MILLET_10', 'Coupon applied: MILLET_10'],
    ['MILLET_10', 'Coupon applied: MILLET_10\nRings twice'],
    ['MILLET_10', 'Coupon applied: MILLETX10'],
    ['MILLET_10', 'A difficult man'],
    ['MILLET_10', null],
    [null, 'Coupon applied: none, he is a difficult man'],
    [null, null],
  ] as const
  const ids: string[] = []
  for (const [couponCode, notes] of before) {
    const items = [{ productId, quantity: 1, unitPrice: 100 }]
    const id = await makePastOrder(db, { userId, placedAt: NOW, items, notes })
    await db.updateTable('orders').set({ couponCode }).where('id', '=', id).execute()
    ids.push(id)
  }
  const migration = readFileSync('db/migrations/0036_internal_notes.sql', 'utf8')
  const move = migration.split(';').find((statement) => /^update orders$/m.test(statement)) ?? ''
  await sql.raw(move).execute(db)
  const rows = await db.selectFrom('orders').select(['id', 'notes', 'internalNotes']).execute()
  const after = ids
    .map((id) => rows.find((row) => row.id === id))
    .map((row) => [row?.notes, row?.internalNotes])
  expect(after).toEqual([
    ['Coupon applied: MILLET_10', null],
    ['Coupon applied: MILLET_10', 'Rings twice'],
    ['Coupon applied: MILLET_10', 'Coupon applied: MILLETX10'],
    ['Coupon applied: MILLET_10', 'A difficult man'],
    [null, null],
    [null, 'Coupon applied: none, he is a difficult man'],
    [null, null],
  ])
})
