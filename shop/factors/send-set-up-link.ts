import type { Ctx } from '#shop/ctx.ts'
import { newToken } from '#shop/email-token.ts'
import type { OwnSession } from '#shop/factors/factor.ts'
import { lockFactorOwner, storeLink } from '#shop/factors/factors.sql.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * Mails the link with which a person without a factor sets up the first one, to the account's own address; an earlier link
 * stops working. The caller limits how often.
 */
export async function sendSetUpLink(ctx: Ctx, { person }: OwnSession) {
  const token = newToken()
  return inTransaction(ctx, async (db) => {
    const owner = await lockFactorOwner(db, { id: person.id })
    if (!owner) return err('signed_out')
    if (owner.factors > 0) return err('factor_needed')
    await storeLink(db, owner.id, token, ctx.now)
    await ctx.jobs.send(db, { queue: 'factor-link', data: { userId: owner.id, token } })
    return ok(null)
  })
}
