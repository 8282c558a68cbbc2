import type { Ctx } from '#shop/ctx.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { assignFreeCode } from '#shop/referrals/assign-codes.ts'

/** The actor's own referral code; created for an account that did not sign up itself. */
export async function openReferrals(ctx: Ctx) {
  const { actor, db, config } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const code = await assignFreeCode(db, config.brand, actor.id)
  return code === null ? err('signed_out') : ok(code)
}
