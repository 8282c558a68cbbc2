import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'

/** Marks the current code of the account's app as unused, so that a test need not wait for the next code. */
export async function forgetUsedCodes(db: Kysely<DB>, email: string): Promise<void> {
  await db
    .updateTable('factors')
    .set({ lastStep: 0 })
    .where('kind', '=', 'totp')
    .where('userId', 'in', (eb) => eb.selectFrom('users').select('id').where('email', '=', email))
    .execute()
}
