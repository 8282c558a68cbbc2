import type { Ctx, KeyClaim } from '#shop/ctx.ts'
import { findUsedKey } from '#shop/idempotency-keys.read.ts'
import { KeyTaken } from '#shop/idempotency-keys.sql.ts'
import { err, type Result } from '#shop/kernel/result.ts'
import { isClaimed, transact } from '#shop/transaction.ts'

/**
 * Runs a change once for its idempotency key. A refused change leaves the key unused.
 * `reread` answers a repeated request; it receives the id of the first request's result. Refuses a different request
 * with the key.
 */
export async function runOnce<Changed extends Result<unknown>, Reread extends Result<unknown>>(
  ctx: Ctx,
  claim: KeyClaim,
  change: (ctx: Ctx) => Promise<Changed>,
  reread: (resultId: string) => Promise<Reread>,
) {
  const outcome = await attemptOnce(ctx, claim, change)
  if (outcome?.ok) return outcome
  const used = await findUsedKey(ctx.db, claim)
  if (outcome && (!used || isClaimed(claim))) return outcome
  if (!used) throw new Error('A used idempotency key is gone')
  return used.fingerprint === claim.fingerprint ? reread(used.resultId) : err('idempotency_key_reused')
}

/** Returns null if the key is used. */
async function attemptOnce<Changed extends Result<unknown>>(
  ctx: Ctx,
  claim: KeyClaim,
  change: (ctx: Ctx) => Promise<Changed>,
): Promise<Changed | null> {
  const keyed = { ...ctx, claim }
  try {
    const outcome = await change(keyed)
    // Claims the key of a change that ran no transaction.
    if (outcome.ok && !isClaimed(claim)) await transact(keyed, async () => null)
    return outcome
  } catch (error) {
    if (error instanceof KeyTaken) return null
    throw error
  }
}
