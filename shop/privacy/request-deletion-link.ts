import type { Ctx } from '#shop/ctx.ts'
import { lockCustomer } from '#shop/customers/users.sql.ts'
import { newToken, tokenHash } from '#shop/email-token.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { DELETION_LINK_MINUTES } from '#shop/privacy/account-deletion.ts'
import { insertDeletionLink } from '#shop/privacy/deletion-links.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Emails the customer a link that closes the account: the proof of identity for accounts without a password. */
export async function requestDeletionLink(
  ctx: Ctx,
): Promise<Result<null, { ok: false; reason: 'signed_out' }>> {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const token = newToken()
  return inTransaction(ctx, async (db) => {
    if (!(await lockCustomer(db, actor.id))) return err('signed_out')
    const expiresAt = new Date(now.getTime() + DELETION_LINK_MINUTES * 60_000)
    await insertDeletionLink(db, { userId: actor.id, tokenHash: tokenHash(token), expiresAt })
    await ctx.jobs.send(db, { queue: 'account-closing', data: { email: actor.email, token } })
    return ok(null)
  })
}
