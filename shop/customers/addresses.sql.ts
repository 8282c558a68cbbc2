/** Callers that change addresses hold the account's lock. */
import type { Db } from '#shop/ctx.ts'
import type { SavedAddress, ShippingAddress } from '#shop/customers/address.ts'

/** Returns the saved addresses, oldest first. */
export async function addressesOf(db: Db, userId: string): Promise<SavedAddress[]> {
  return db
    .selectFrom('savedAddresses')
    .select(['id', 'fullName', 'phone', 'addressLine1', 'addressLine2', 'city', 'state', 'postalCode'])
    .select('isDefault')
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

export async function insertAddress(db: Db, userId: string, address: ShippingAddress, now: Date) {
  const { id } = await db
    .insertInto('savedAddresses')
    .values({ ...address, userId, createdAt: now, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateAddress(db: Db, id: string, address: ShippingAddress, now: Date): Promise<void> {
  await db
    .updateTable('savedAddresses')
    .set({ ...address, updatedAt: now })
    .where('id', '=', id)
    .execute()
}

export async function deleteAddress(db: Db, id: string): Promise<void> {
  await db.deleteFrom('savedAddresses').where('id', '=', id).execute()
}

export async function setDefaultAddress(db: Db, userId: string, id: string): Promise<void> {
  await db
    .updateTable('savedAddresses')
    .set({ isDefault: false })
    .where('userId', '=', userId)
    .where('isDefault', '=', true)
    .where('id', '!=', id)
    .execute()
  await db.updateTable('savedAddresses').set({ isDefault: true }).where('id', '=', id).execute()
}

export async function deleteAddresses(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('savedAddresses').where('userId', '=', userId).execute()
}
