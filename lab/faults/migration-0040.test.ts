/** The backfill of a migration, run again on rows like those it found. */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makePastOrder } from '#db/factories/history.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { insertRows } from '#tests/rows.ts'

const { db } = await testDatabase()

it('0040 gives refunds from before the units that the audit log names, and their money by line', async () => {
  const statements = readFileSync('db/migrations/0040_returned_items.sql', 'utf8').split(';')
  const backfill = statements.find((text) => text.includes('insert into returned_items')) ?? ''
  const productId = await makeProduct(db)
  const { id: userId } = await makeUser(db)
  const line = { productId, quantity: 2, unitPrice: 100_00 }
  const items = [line, { ...line, quantity: 1 }]
  const orderId = await makePastOrder(db, { userId, placedAt: NOW, items, status: 'delivered' })
  const request = { orderId, kind: 'refund', reason: 'damaged', status: 'approved', amount: 118_00 }
  await insertRows(db, 'orderRequests', { ...request, requestedAt: NOW, decidedAt: NOW })
  const [first] = await db.selectFrom('orderItems').select('id').orderBy('position').execute()
  const after = { refund: 'approved', returned: [{ itemId: first?.id, quantity: 1 }] }
  const entry = { action: 'refund approved', entity: 'order', entityId: orderId, createdAt: NOW }
  await insertRows(db, 'auditLog', { ...entry, after: JSON.stringify(after) })
  await sql.raw(backfill).execute(db)
  const known = db.selectFrom('returnedItems').select(['quantity', 'restocked', 'amount']).orderBy('amount')
  expect(await known.execute()).toEqual([
    { quantity: 0, restocked: 0, amount: 39_33 },
    { quantity: 1, restocked: 1, amount: 78_66 },
  ])
})
