/** Ends sessions; the account library starts them. */
import type { Db } from '#shop/ctx.ts'

/** Ends a session of this account; false when it has no such session. */
export async function endSession(db: Db, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return ended.numDeletedRows > 0n
}

/** Ends all sessions of this account except one. */
export async function endOtherSessions(db: Db, userId: string, keptId: string): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', userId).where('id', '!=', keptId).execute()
}
