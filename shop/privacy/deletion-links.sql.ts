/** The only place that writes links for closing an account. */
import type { Db } from '#shop/ctx.ts'

/** Replaces the account's earlier link. */
export async function insertDeletionLink(
  db: Db,
  link: { userId: string; tokenHash: string; expiresAt: Date },
): Promise<void> {
  const { tokenHash, expiresAt } = link
  await db
    .insertInto('deletionLinks')
    .values(link)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ tokenHash, expiresAt }))
    .execute()
}

/** Deletes the account's link, so that it works once. Returns false for an unknown or expired link. */
export async function consumeDeletionLink(
  db: Db,
  { userId, tokenHash, now }: { userId: string; tokenHash: string; now: Date },
): Promise<boolean> {
  const row = await db
    .deleteFrom('deletionLinks')
    .where('userId', '=', userId)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .returning('userId')
    .executeTakeFirst()
  return row !== undefined
}
