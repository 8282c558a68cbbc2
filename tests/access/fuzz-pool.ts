import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { type Everybody, ownThings, type Shop } from '#tests/access/api-things.ts'

/** By person, the word that appears only in that person's data. */
export const MARKERS = {
  customer: 'Canary1Q',
  otherCustomer: 'Canary2Q',
  worker: 'Canary3Q',
  otherWorker: 'Canary4Q',
} as const

/** Ids and codes of existing rows of the sender and of others, by resource or field name. */
export type Pool = Record<string, string[]>

/** Creates rows, always the same and in the same order. */
export async function fillPool(shop: Shop, people: Everybody): Promise<Pool> {
  const { db } = shop
  const ids = Object.values(people).flatMap((person) => ('id' in person ? [person.id] : []))
  const pool: Pool = { users: ids }
  const add = (name: string, ...ids: string[]) => {
    pool[name] = [...(pool[name] ?? []), ...ids]
  }
  for (const owner of [people.customer, people.otherCustomer]) {
    const things = ownThings(shop, { ...people, customer: owner })
    for (const status of ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const) {
      const { orderId, productId } = await things.order(status)
      add('orders', orderId)
      add('products', productId)
    }
    add('orders', await things.cancellationRequest(), await things.refundRequest())
    const { orderId, noteId, invoiceId } = await things.creditNote()
    add('orders', orderId, (await things.order('pending', 'card')).orderId)
    add('note_id', noteId)
    add('invoice_id', invoiceId)
    const payment = await things.payment()
    add('orders', payment.order_id)
    add('payment_id', payment.payment_id ?? '')
    add('signature', payment.signature ?? '')
  }
  for (const owner of [people.worker, people.otherWorker]) {
    const things = ownThings(shop, { ...people, worker: owner })
    const { workLogId, uploadId } = await things.upload()
    const submittedId = await things.submittedTask()
    add('work-logs', await things.task(), await things.startedTask(), submittedId, workLogId)
    add('upload_id', uploadId)
    const photo = new URL(await things.photoLink(submittedId), 'http://shop.test')
    add('photo_id', photo.pathname.split('/').at(-1) ?? '')
    for (const name of ['until', 'proof']) add(name, photo.searchParams.get(name) ?? '')
    const coupon = await things.coupon()
    add('coupons', coupon.id, coupon.code)
    add('code', coupon.code)
  }
  await writeMarkers(db, people)
  return pool
}

async function writeMarkers(db: Kysely<DB>, people: Everybody): Promise<void> {
  for (const [name, marker] of Object.entries(MARKERS)) {
    const { id } = people[name as keyof typeof MARKERS]
    const fullName = { fullName: marker }
    await db
      .updateTable('users')
      .set({ ...fullName, phoneNumber: '+919812345670' })
      .where('id', '=', id)
      .execute()
    const address = { ...fullName, addressLine1: `${marker} House` }
    await db.updateTable('shippingAddresses').set(address).where('userId', '=', id).execute()
  }
}
