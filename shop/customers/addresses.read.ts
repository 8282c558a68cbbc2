import type { Db } from '#shop/ctx.ts'
import type { SavedAddress } from '#shop/customers/address.ts'

/** A customer's saved addresses: the default one first, the others by age. */
export async function listAddresses(db: Db, userId: string): Promise<SavedAddress[]> {
  return db
    .selectFrom('savedAddresses')
    .select(['id', 'fullName', 'phone', 'addressLine1', 'addressLine2', 'city', 'state', 'postalCode'])
    .select('isDefault')
    .where('userId', '=', userId)
    .orderBy('isDefault', 'desc')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}
