/** Accounts with an unverified address. Nobody can have signed in to them. */

import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

/** Deletes an unverified account's credentials at a second sign-up. One statement, so timing reveals nothing. */
export async function dropUnverifiedCredentials(db: Db, userId: string): Promise<void> {
  await sql`with unverified as (
      select id from users where id = ${userId} and not email_verified and deleted_at is null for update)
    delete from accounts using unverified where accounts.user_id = unverified.id`.execute(db)
}

/** Verifies the address for the browser that signed up. False if already verified or signed up again. */
export async function verifyForBrowser(db: Db, userId: string): Promise<boolean> {
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

/** Verifies the address and removes everything that was entered before. Returns false if it is verified already. */
export async function restartVerification(
  db: Db,
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
    await deleteEnteredData(trx, userId)
    await trx
      .insertInto('accounts')
      .values({ userId, accountId: userId, providerId: 'credential', password: passwordHash })
      .execute()
    return true
  })
}

async function deleteEnteredData(db: Db, userId: string): Promise<void> {
  for (const table of ['accounts', 'sessions', 'carts', 'savedAddresses', 'consents'] as const)
    await db.deleteFrom(table).where('userId', '=', userId).execute()
  await db.deleteFrom('referrals').where('newcomerId', '=', userId).execute()
  await db.deleteFrom('verifications').where('value', '=', userId).execute()
}
