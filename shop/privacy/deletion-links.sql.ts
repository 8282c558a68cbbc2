/** The only place that writes the links by which an account without a password is closed. */
import type { Db } from '#shop/ctx.ts'

/** Keeps a new link; an earlier one of the account works no longer. */
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

/** Takes the link: true once, for its own account, while it works. */
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
