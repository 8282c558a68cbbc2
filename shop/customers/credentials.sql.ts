/** Deletes credentials; the account library itself writes these tables. */
import type { Db } from '#shop/ctx.ts'

/** Ends all sessions, and deletes passwords, linked identities and emailed links. */
export async function deleteCredentials(db: Db, { id, email }: { id: string; email: string }): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', id).execute()
  await db.deleteFrom('accounts').where('userId', '=', id).execute()
  await db.deleteFrom('deletionLinks').where('userId', '=', id).execute()
  await db
    .deleteFrom('verifications')
    .where((eb) =>
      eb.or([
        eb('value', 'like', `%${id}%`),
        eb(eb.fn('strpos', ['value', eb.val(email)]), '>', 0),
        eb(eb.fn('strpos', ['identifier', eb.val(email)]), '>', 0),
      ]),
    )
    .execute()
}
