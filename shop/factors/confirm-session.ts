import type { Ctx } from '#shop/ctx.ts'
import { newToken } from '#shop/email-token.ts'
import type { OwnSession } from '#shop/factors/factor.ts'
import { lockFactorOwner, proveSession } from '#shop/factors/factors.sql.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { inTransaction } from '#shop/transaction.ts'

export type ConfirmSessionRefusal =
  | { ok: false; reason: 'signed_out' }
  /** The account has a second factor, which is what confirms it. */
  | { ok: false; reason: 'factor_needed' }

/**
 * Confirms by the password, which the caller has checked, that the person of an account without a factor is there: for ten
 * minutes nothing asks again. Returns the session's new token, which replaces the one in the cookie.
 */
export async function confirmByPassword(
  ctx: Ctx,
  { id, person }: OwnSession,
): Promise<Result<{ token: string }, ConfirmSessionRefusal>> {
  return inTransaction<{ token: string }, ConfirmSessionRefusal>(ctx, async (db) => {
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
