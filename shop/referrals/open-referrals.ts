import type { Ctx } from '#shop/ctx.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { assignFreeCode } from '#shop/referrals/assign-codes.ts'

export type OpenReferralsRefusal = { ok: false; reason: 'signed_out' }

/** The actor's own referral code; created for an account that did not sign up itself. */
export async function openReferrals(ctx: Ctx): Promise<Result<string, OpenReferralsRefusal>> {
  const { actor, db, config } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const code = await assignFreeCode(db, config.brand, actor.id)
  return code === null ? err('signed_out') : ok(code)
}
