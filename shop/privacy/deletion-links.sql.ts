/** The only place that writes the links for closing an account without a password. */
import type { Db } from '#shop/ctx.ts'

/** Stores a new link, which invalidates the account's earlier one. */
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

/** Uses up the link: true once, for its own account, until it expires. */
export async function consumeDeletionLink(
  db: Db,
  { userId, tokenHash, now }: { userId: string; tokenHash: string; now: Date },
): Promise<boolean> {
  const taken = await db
    .deleteFrom('deletionLinks')
    .where('userId', '=', userId)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .returning('userId')
    .executeTakeFirst()
  return taken !== undefined
}
