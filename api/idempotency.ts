import { createHash, randomUUID } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ApiEnv } from '#api/deps.ts'
import { refuse } from '#api/refusals.ts'
import type { Ctx } from '#shop/ctx.ts'
import { findUsedKey } from '#shop/idempotency-keys.read.ts'
import { type Ok, ok, type Result } from '#shop/kernel/result.ts'
import { runOnce } from '#shop/run-once.ts'

const KEY_NEEDED = 'Please send an Idempotency-Key of 1 to 200 characters'

const keyInput = z
  .string({ error: KEY_NEEDED })
  .min(1, KEY_NEEDED)
  .max(200, KEY_NEEDED)
  .openapi({ example: 'checkout-2026-11-21-0007' })

export const REQUIRED_KEY = z.object({ 'Idempotency-Key': keyInput })

export const OPTIONAL_KEY = z.object({
  'Idempotency-Key': keyInput
    .optional()
    .describe('Repeating the request with the same key and body changes nothing. Kept 30 days.'),
})

/** Headers of answers to requests with a key. */
export const REPLAYED = z.object({
  'Idempotency-Replayed': z
    .literal('true')
    .optional()
    .openapi({ description: 'The key was used by the same request before; it changed nothing now' }),
})

/**
 * Recognizes a repeated request, after the guard and before limits and validation. Refuses a key that was used
 * with another method, path or body.
 */
export const keyed = createMiddleware<ApiEnv>(async (c, next) => {
  const { actor, db, now } = c.var.ctx
  const key = keyInput.safeParse(c.req.header('idempotency-key')).data
  // The route's schema refuses an invalid key.
  if (key === undefined || actor.kind === 'visitor') return next()
  const request = `${c.req.method} ${c.req.path} ${await c.req.text()}`
  const fingerprint = createHash('sha256').update(request).digest('hex')
  const used = await findUsedKey(db, { userId: actor.id, key })
  c.set('claim', { userId: actor.id, key, fingerprint, resultId: used?.resultId ?? randomUUID(), now })
  if (used && used.fingerprint !== fingerprint)
    return refuse(c, { reason: 'idempotency_key_reused' }) as unknown as Response
  c.set('isRepeat', used !== null)
  await next()
})

/** Runs a change, once per key if the request has one. `reread` answers a repetition by the first result's id. */
export async function runKeyed<
  Env extends ApiEnv,
  Changed extends Result<unknown>,
  Reread extends Result<unknown> = Ok<null>,
>(
  c: Context<Env>,
  change: (ctx: Ctx) => Promise<Changed>,
  reread: (resultId: string) => Promise<Reread> = async () => ok(null) as Result<unknown> as Reread,
) {
  const { ctx, claim, isRepeat } = c.var
  if (!claim) return change(ctx)
  const replay = (resultId: string) => {
    markReplayed(c)
    return reread(resultId)
  }
  return isRepeat ? replay(claim.resultId) : runOnce(ctx, claim, change, replay)
}

export function markReplayed(c: Context): void {
  c.header('Idempotency-Replayed', 'true')
}
