import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

/** Written by the shop itself, without personal data. */
const COUPON_NOTE = '^Coupon applied: [^[:space:]]+$'

/** Delivered orders without an invoice keep the address, which it must name (CGST Rule 46). */
export async function eraseDeliveries(db: Db, userId: string, name: string): Promise<void> {
  const sold = db
    .selectFrom('orders')
    .select('shippingAddressId')
    .where('userId', '=', userId)
    .where('status', '=', 'delivered')
    .where('id', 'not in', db.selectFrom('invoices').select('orderId'))
  const own = db.updateTable('shippingAddresses').where('userId', '=', userId)
  await own.set({ phone: '' }).execute()
  await own
    .set({ fullName: name, addressLine1: '(removed)', addressLine2: null })
    .where('id', 'not in', sold)
    .execute()
  await db
    .updateTable('orders')
    .set({ businessName: null, gstin: null })
    .where('userId', '=', userId)
    .where('shippingAddressId', 'not in', sold)
    .execute()
  const ofOrders = db.selectFrom('orders').select('id').where('userId', '=', userId)
  await db
    .updateTable('orders')
    .set({ notes: sql`substring(notes from ${COUPON_NOTE})`, source: null })
    .where('userId', '=', userId)
    .execute()
  await db.deleteFrom('orderNotes').where('orderId', 'in', ofOrders).execute()
  await db.deleteFrom('orderMails').where('orderId', 'in', ofOrders).execute()
  await db.updateTable('orderEvents').set({ note: null }).where('orderId', 'in', ofOrders).execute()
  await db.updateTable('stockMovements').set({ note: null }).where('orderId', 'in', ofOrders).execute()
  // A provider's message about a payment may name the account that was charged.
  await db
    .updateTable('paymentIntents')
    .set({ failureReason: null })
    .where('orderId', 'in', ofOrders)
    .execute()
  await db
    .updateTable('refunds')
    .set({ reason: '(removed)', failureReason: null })
    .where('orderId', 'in', ofOrders)
    .execute()
  await db.updateTable('orderFlags').set({ detail: '(removed)' }).where('orderId', 'in', ofOrders).execute()
  await db.deleteFrom('refundAccounts').where('orderId', 'in', ofOrders).execute()
  await db
    .updateTable('orderRequests')
    .set((eb) => ({
      details: '',
      answer: eb.case().when('answer', 'is', null).then(null).else('(removed)').end(),
    }))
    .where('orderId', 'in', ofOrders)
    .execute()
}
