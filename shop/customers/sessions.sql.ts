/** Ending sessions; the account library opens them. */
import type { Db } from '#shop/ctx.ts'

/** Ends a session of this account. False when it has none of this id. */
export async function endSession(db: Db, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return ended.numDeletedRows > 0n
}

/** Ends all sessions of this account but one. */
export async function endOtherSessions(db: Db, userId: string, keptId: string): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', userId).where('id', '!=', keptId).execute()
}
