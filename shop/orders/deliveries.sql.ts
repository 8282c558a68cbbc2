/** Where a customer’s orders went, as far as closing an account has to do with it. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

export type OrderRecipient = {
  fullName: string
  phone: string
  addressLine1: string
  addressLine2: string | null
}

/** Every name, phone number and street address to which the customer's orders were delivered. */
export async function recipientsOf(db: Db, userId: string): Promise<OrderRecipient[]> {
  return db
    .selectFrom('shippingAddresses')
    .select(['fullName', 'phone', 'addressLine1', 'addressLine2'])
    .distinct()
    .where('userId', '=', userId)
    .where('phone', '!=', '')
    .execute()
}

/** The note that the shop writes itself about a discount, which stays. */
const COUPON_NOTE = '^Coupon applied: [^[:space:]]+$'

/**
 * Erases where a customer's orders went, and what anybody wrote about them. Invoices hold a copy of the recipient
 * that has to stay (CGST Rule 46); a delivered order that has none keeps name and address for it.
 */
export async function blankDeliveries(db: Db, userId: string, name: string): Promise<void> {
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
  const ofOrders = db.selectFrom('orders').select('id').where('userId', '=', userId)
  await db
    .updateTable('orders')
    .set({ notes: sql`substring(notes from ${COUPON_NOTE})`, internalNotes: null })
    .where('userId', '=', userId)
    .execute()
  await db.updateTable('orderEvents').set({ note: null }).where('orderId', 'in', ofOrders).execute()
  await db.updateTable('stockMovements').set({ note: null }).where('orderId', 'in', ofOrders).execute()
  // A provider's words about a payment may name the account that it came from.
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
  await db
    .updateTable('orderRequests')
    .set((eb) => ({
      details: '',
      answer: eb.case().when('answer', 'is', null).then(null).else('(removed)').end(),
    }))
    .where('orderId', 'in', ofOrders)
    .execute()
}
