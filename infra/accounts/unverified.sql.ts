/** Accounts whose address was never verified: no one can have signed in to one. */

import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Db } from '#shop/ctx.ts'

/**
 * Removes all credentials of an unverified account whose address is signed up again: the emailed link then asks for a new
 * password. A verified account stays as it is; one statement handles both, so that timing does not tell them apart.
 */
export async function dropUnverifiedCredentials(db: Kysely<DB>, userId: string): Promise<void> {
  await sql`with unverified as (
      select id from users where id = ${userId} and not email_verified and deleted_at is null for update)
    delete from accounts using unverified where accounts.user_id = unverified.id`.execute(db)
}

/**
 * Verifies the address of an account for the browser that signed up. False when the address is verified already, or was
 * signed up again.
 */
export async function verifyForBrowser(db: Kysely<DB>, userId: string): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ emailVerified: true })
    .where('id', '=', userId)
    .where('emailVerified', '=', false)
    .where((eb) => eb.exists(eb.selectFrom('accounts').select('id').where('userId', '=', userId)))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Verifies the address for its owner and starts the account anew: name and password are the owner's, everything that was
 * entered or linked before is removed. False when the address is verified already.
 */
export async function restartVerification(
  db: Kysely<DB>,
  { userId, fullName, passwordHash }: { userId: string; fullName: string; passwordHash: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('users')
      .set({ emailVerified: true, fullName, phoneNumber: null, image: null })
      .where('id', '=', userId)
      .where('emailVerified', '=', false)
      .where('deletedAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!row) return false
    await dropTraces(trx, userId)
    await trx
      .insertInto('accounts')
      .values({ userId, accountId: userId, providerId: 'credential', password: passwordHash })
      .execute()
    return true
  })
}

async function dropTraces(db: Db, userId: string): Promise<void> {
  for (const table of ['accounts', 'sessions', 'carts', 'savedAddresses', 'consents'] as const)
    await db.deleteFrom(table).where('userId', '=', userId).execute()
  await db.deleteFrom('referrals').where('newcomerId', '=', userId).execute()
  await db.deleteFrom('verifications').where('value', '=', userId).execute()
}
