import type { Ctx } from '#shop/ctx.ts'
import { done, type Result, refuse } from '#shop/kernel/result.ts'
import { referralCode } from '#shop/referrals/referral.ts'
import { giveCode } from '#shop/referrals/referrals.sql.ts'

export type OpenReferralsRefusal = { ok: false; reason: 'signed_out' }

/** As long as an id is: no two users have the whole of it in common. */
const MOST_COLLISIONS = 26

/** The actor's own referral code, made when it is first asked for. */
export async function openReferrals(ctx: Ctx): Promise<Result<string, OpenReferralsRefusal>> {
  const { actor, db, config } = ctx
  if (actor.kind === 'visitor') return refuse('signed_out')
  for (let collisions = 0; collisions <= MOST_COLLISIONS; collisions += 1) {
    const code = await giveCode(db, actor.id, referralCode(config.brand, actor.id, collisions))
    if (code) return done(code)
  }
  throw new Error(`no referral code is left for user ${actor.id}`)
}
