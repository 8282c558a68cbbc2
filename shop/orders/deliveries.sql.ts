/** Where a customer’s orders went, as far as closing an account has to do with it. */
import type { Db } from '#shop/ctx.ts'

/** Every phone number to which the customer's orders were delivered. */
export async function phonesOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('shippingAddresses')
    .select('phone')
    .distinct()
    .where('userId', '=', userId)
    .where('phone', '!=', '')
    .execute()
  return rows.map(({ phone }) => phone)
}

/**
 * Erases where a customer's orders went, what the customer wrote about them, and admins' internal notes. Invoices hold a copy of the recipient
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
  await db.updateTable('orders').set({ internalNotes: null }).where('userId', '=', userId).execute()
  const ofOrders = db.selectFrom('orders').select('id').where('userId', '=', userId)
  await db
    .updateTable('orderEvents')
    .set({ note: null })
    .where('actorId', '=', userId)
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
