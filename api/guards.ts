/** Guards that run before the request is read. Use cases check the actor again. */
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ApiDeps, ApiEnv } from '#api/deps.ts'
import { unavailable } from '#api/failures.ts'
import { refuse } from '#api/refusals.ts'
import { guessLimiter } from '#infra/rate-limits/guess-limiter.ts'
import { clientOf, networkOf } from '#infra/rate-limits/network.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { may, type Permission } from '#shop/kernel/permissions.ts'

/** Adds the actor to the context. Answers 503 if the session cannot be read, instead of assuming a visitor. */
export function identifyActor(deps: ApiDeps) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const identity = await deps.identify(c.req.raw.headers).catch((error: unknown) => {
      deps.reportError(error, c.req.header('x-request-id') ?? '')
      return null
    })
    if (!identity) return unavailable(c)
    const guesses = guessLimiter(deps.limits, identity.actor, networkOf(c.req.header('x-real-ip') ?? ''))
    c.set('ctx', { ...deps.ctxFor(identity.actor), guesses, client: clientOf(c.req.raw.headers) })
    c.set('pinWorker', identity.pinWorker)
    c.set('pending', identity.pending)
    await next()
    for (const cookie of identity.setCookies) c.header('set-cookie', cookie, { append: true })
  })
}

type SignedIn = ApiEnv & { Variables: { person: Person } }

/** Answers 401, with the reason `factor_needed` for a session without its second factor. */
function signedOut(c: Context<SignedIn>): Response {
  return refuse(c, { reason: c.var.pending ? 'factor_needed' : 'signed_out' }) as unknown as Response
}

export const signedIn = createMiddleware<SignedIn>(async (c, next) => {
  const { actor } = c.var.ctx
  if (actor.kind === 'visitor') return signedOut(c)
  c.set('person', actor)
  await next()
})

/** Also admits a worker who is signed in by PIN. Such a session opens no other routes. */
export const signedInWorker = createMiddleware<SignedIn>(async (c, next) => {
  const { ctx, pinWorker } = c.var
  const actor = pinWorker ?? ctx.actor
  if (actor.kind === 'visitor') return signedOut(c)
  c.set('ctx', { ...ctx, actor })
  c.set('person', actor)
  await next()
})

/** Admits staff with the permission. It is a property too, for the test of access. */
export const staffWith = (permission: Permission) =>
  Object.assign(
    createMiddleware<SignedIn>(async (c, next) => {
      const { actor } = c.var.ctx
      if (actor.kind === 'visitor') return signedOut(c)
      if (!may(actor, permission)) return refuse(c, { reason: 'not_allowed' }) as unknown as Response
      c.set('person', actor)
      await next()
    }),
    { permission },
  )
