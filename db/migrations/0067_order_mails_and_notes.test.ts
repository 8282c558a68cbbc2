import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makePastOrder } from '#db/factories/history.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { notesOfOrder } from '#shop/orders/admin-order.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { insertRow } from '#tests/rows.ts'

const { db } = await testDatabase()
const { id: userId } = await makeUser(db)
const admin = await makeUser(db, { staffRole: 'owner', fullName: 'Meera Admin' })
const productId = await makeProduct(db)
const order = () =>
  makePastOrder(db, { userId, placedAt: NOW, items: [{ productId, quantity: 1, unitPrice: 100 }] })
const write = (id: string, internalNotes: string | null) =>
  db.updateTable('orders').set({ internalNotes }).where('id', '=', id).execute()

it('moves the single note into the list, with who wrote it last and when, where the log knows', async () => {
  const [logged, unknown, empty] = [await order(), await order(), await order()]
  await write(logged, 'Rings twice')
  await write(unknown, 'A difficult man')
  await write(empty, ' \n')
  const { createdAt } = await insertRow(db, 'auditLog', {
    ...{ actorId: admin.id, action: 'update', entity: 'order', entityId: logged },
    after: JSON.stringify({ internalNotes: 'Rings twice' }),
    createdAt: new Date(NOW.getTime() - 1000),
  })
  await db.deleteFrom('orderNotes').execute()
  const migration = readFileSync(new URL('./0067_order_mails_and_notes.sql', import.meta.url), 'utf8')
  const move = migration.split(';').find((statement) => /^insert into order_notes/m.test(statement)) ?? ''
  await sql.raw(move).execute(db)
  expect(await notesOfOrder(db, logged)).toMatchObject([
    { text: 'Rings twice', authorName: 'Meera Admin', createdAt },
  ])
  expect(await notesOfOrder(db, unknown)).toMatchObject([{ text: 'A difficult man', authorName: null }])
  expect(await notesOfOrder(db, empty)).toEqual([])
})

it('an older version that still runs writes one note, and clears it again', async () => {
  const id = await order()
  for (const text of ['One', 'Two']) await write(id, text)
  await db.insertInto('orderNotes').values({ orderId: id, body: 'New', createdAt: NOW }).execute()
  expect((await notesOfOrder(db, id)).map(({ text }) => text).toSorted()).toEqual(['New', 'Two'])
  await write(id, null)
  expect((await notesOfOrder(db, id)).map(({ text }) => text)).toEqual(['New'])
})
