/** Guards that run before the request is read. Use cases check the actor again. */
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ApiDeps, ApiEnv } from '#api/deps.ts'
import { unavailable } from '#api/failures.ts'
import { refused } from '#api/refusals.ts'
import { guessLimiter } from '#infra/rate-limits/guess-limiter.ts'
import { clientOf, networkOf } from '#infra/rate-limits/network.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { may, type Permission } from '#shop/kernel/permissions.ts'

/** Adds the actor to the context. A session that cannot be read is an error, not a visitor. */
export function identified(deps: ApiDeps) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const who = await deps.identify(c.req.raw.headers).catch((error: unknown) => {
      deps.reportError(error, c.req.header('x-request-id') ?? '')
      return null
    })
    if (!who) return unavailable(c)
    const guesses = guessLimiter(deps.limits, who.actor, networkOf(c.req.header('x-real-ip') ?? ''))
    c.set('ctx', { ...deps.ctxFor(who.actor), guesses, client: clientOf(c.req.raw.headers) })
    c.set('pinWorker', who.pinWorker)
    c.set('pending', who.pending)
    await next()
    for (const cookie of who.setCookies) c.header('set-cookie', cookie, { append: true })
  })
}

type SignedIn = ApiEnv & { Variables: { person: Person } }

/** Answers 401. The reason differs for a session without its second factor. */
function signedOut(c: Context<SignedIn>): Response {
  return refused(c, { reason: c.var.pending ? 'factor_needed' : 'signed_out' }) as unknown as Response
}

export const signedIn = createMiddleware<SignedIn>(async (c, next) => {
  const { actor } = c.var.ctx
  if (actor.kind === 'visitor') return signedOut(c)
  c.set('person', actor)
  await next()
})

/** Also admits a worker who is signed in by PIN: the only routes that such a session opens. */
export const signedInWorker = createMiddleware<SignedIn>(async (c, next) => {
  const { ctx, pinWorker } = c.var
  const actor = pinWorker ?? ctx.actor
  if (actor.kind === 'visitor') return signedOut(c)
  c.set('ctx', { ...ctx, actor })
  c.set('person', actor)
  await next()
})

export const staffWith = (permission: Permission) =>
  createMiddleware<SignedIn>(async (c, next) => {
    const { actor } = c.var.ctx
    if (actor.kind === 'visitor') return signedOut(c)
    if (!may(actor, permission)) return refused(c, { reason: 'not_allowed' }) as unknown as Response
    c.set('person', actor)
    await next()
  })
