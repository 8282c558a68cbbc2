import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { rupees } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { notesOfOrder } from '#shop/orders/admin-order.read.ts'
import { noteText } from '#shop/orders/input.ts'
import { addNote, editNote, removeNote } from '#shop/orders/order-help.ts'
import { NOTE_MINUTES } from '#shop/orders/order-note.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase({ poolSize: 10 })
const admin = await makeUser(db, { staffRole: 'owner', fullName: 'Meera Admin' })
const other = await makeUser(db, { staffRole: 'owner', fullName: 'Ravi Admin' })
const customer = await makeUser(db)
const productId = await makeProduct(db, { price: rupees(100), stockQuantity: 1000 })

const ctxAt = (minutes: number, actor = admin) =>
  ctx(actor, { now: new Date(NOW.getTime() + minutes * 60_000) })
const order = () => makeOrder(ctx(customer), [{ productId, quantity: 1 }])
const texts = async (orderId: string) => (await notesOfOrder(db, orderId)).map(({ text }) => text)

async function makeNote(text = 'Rings twice') {
  const orderId = await order()
  await addNote(ctxAt(0), { orderId, text })
  const [note] = await notesOfOrder(db, orderId)
  return { orderId, noteId: note?.id ?? '' }
}

describe('notes about an order', () => {
  it('are listed newest first, with author and time', async () => {
    const orderId = await order()
    await addNote(ctxAt(0), { orderId, text: 'Rings twice' })
    await addNote(ctxAt(1, other), { orderId, text: 'Called the customer' })
    expect(await notesOfOrder(db, orderId)).toMatchObject([
      { text: 'Called the customer', authorName: 'Ravi Admin', createdAt: ctxAt(1).now, editedAt: null },
      { text: 'Rings twice', authorName: 'Meera Admin', createdAt: NOW },
    ])
  })

  it('are all kept when two admins write concurrently', async () => {
    const orderId = await order()
    await Promise.all([
      addNote(ctxAt(0), { orderId, text: 'One' }),
      addNote(ctxAt(0, other), { orderId, text: 'Two' }),
    ])
    expect((await texts(orderId)).toSorted()).toEqual(['One', 'Two'])
  })

  it('need an existing order, and are limited to 200 per order', async () => {
    const { orderId } = await makeNote()
    const unknownId = '00000000-0000-4000-8000-000000000099'
    expect(await addNote(ctxAt(0), { orderId: unknownId, text: 'x' })).toMatchObject(err('order_not_found'))
    const many = Array.from({ length: 198 }, (_, n) => ({ orderId, body: `${n}`, createdAt: NOW }))
    await db.insertInto('orderNotes').values(many).execute()
    const outcomes = await Promise.all([
      addNote(ctxAt(0), { orderId, text: 'One' }),
      addNote(ctxAt(0, other), { orderId, text: 'Two' }),
    ])
    expect(outcomes).toContainEqual(ok(null))
    expect(outcomes).toContainEqual(err('too_many_notes'))
  })

  it('can be changed and deleted only by their author, within NOTE_MINUTES', async () => {
    const { orderId, noteId } = await makeNote()
    const edit = (minutes: number, actor = admin) =>
      editNote(ctxAt(minutes, actor), { orderId, noteId, text: 'Rings three times' })
    expect(await edit(1, other)).toMatchObject(err('note_settled'))
    expect(await removeNote(ctxAt(1, other), { orderId, noteId })).toMatchObject(err('note_settled'))
    expect(await edit(NOTE_MINUTES)).toMatchObject(err('note_settled'))
    expect((await edit(NOTE_MINUTES - 1)).ok).toBe(true)
    expect(await notesOfOrder(db, orderId)).toMatchObject([
      { text: 'Rings three times', createdAt: NOW, editedAt: ctxAt(NOTE_MINUTES - 1).now },
    ])
    const elsewhere = await order()
    expect(await removeNote(ctxAt(1), { orderId: elsewhere, noteId })).toMatchObject(err('note_not_found'))
    expect((await removeNote(ctxAt(1), { orderId, noteId })).ok).toBe(true)
    expect(await texts(orderId)).toEqual([])
    expect(await edit(1)).toMatchObject(err('note_not_found'))
  })

  it('are in the audit log when added, edited and deleted', async () => {
    const { orderId, noteId } = await makeNote('One')
    await editNote(ctxAt(1), { orderId, noteId, text: 'Two' })
    await removeNote(ctxAt(2), { orderId, noteId })
    const log = await db
      .selectFrom('auditLog')
      .select('action')
      .where('entityId', '=', orderId)
      .orderBy('id')
      .execute()
    expect(log.map(({ action }) => action)).toEqual(['add note', 'edit note', 'delete note'])
  })

  it('need a text and keep its line breaks', () => {
    expect(noteText.parse(' One\r\ntwo ')).toBe('One\ntwo')
    for (const text of ['', ' \r\n ', 'x'.repeat(2001), 'a\0'])
      expect(noteText.safeParse(text).success).toBe(false)
  })
})
