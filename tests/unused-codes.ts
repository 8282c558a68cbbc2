import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'

/**
 * Makes the app of this address one that was set up long ago, with a right clock: the code that it shows now is not used yet.
 * Otherwise a test would have to wait for the next one.
 */
export async function forgetUsedCodes(db: Kysely<DB>, email: string): Promise<void> {
  await db
    .updateTable('factors')
    .set({ lastStep: 0, drift: 0 })
    .where('kind', '=', 'totp')
    .where('userId', 'in', (eb) => eb.selectFrom('users').select('id').where('email', '=', email))
    .execute()
}
