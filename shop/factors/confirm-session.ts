import type { Ctx } from '#shop/ctx.ts'
import { newToken } from '#shop/email-token.ts'
import type { OwnSession } from '#shop/factors/factor.ts'
import { lockFactorOwner, proveSession } from '#shop/factors/factors.sql.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * Confirms by the password, which the caller has checked, that the person of an account without a factor is there: for ten
 * minutes nothing asks again. Returns the session's new token, which replaces the one in the cookie.
 */
export async function confirmByPassword(ctx: Ctx, { id, person }: OwnSession) {
  return inTransaction(ctx, async (db) => {
    const owner = await lockFactorOwner(db, { id: person.id })
    if (!owner) return err('signed_out')
    if (owner.factors > 0) return err('factor_needed')
    const token = newToken()
    const isProven = await proveSession(db, { id, userId: person.id }, token, {
      now: ctx.now,
      by: 'password',
    })
    if (!isProven) return err('signed_out')
    return ok({ token })
  })
}
