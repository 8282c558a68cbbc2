/** Guards that run before the request is read. Use cases check the actor again. */
import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { SESSION } from '#api/contract.ts'
import type { ApiDeps, ApiEnv } from '#api/deps.ts'
import { unavailable } from '#api/failures.ts'
import { limited } from '#api/rate-limit.ts'
import { refuse } from '#api/refusals.ts'
import { bearerToken, cookieOf, KEY_HEADER, SESSION_COOKIE } from '#infra/accounts/current-session.ts'
import { phoneToken } from '#infra/accounts/worker-session.ts'
import { guessLimiter } from '#infra/rate-limits/guess-limiter.ts'
import { clientOf, networkOf } from '#infra/rate-limits/network.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { UsedKey } from '#shop/customers/api-key.ts'
import { checkApiKey } from '#shop/customers/api-keys.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { type KeyScope, may, type Permission } from '#shop/kernel/permissions.ts'

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
    c.set('sessionId', identity.sessionId)
    c.set('apiKey', await identifyKey(c))
    await next()
    for (const cookie of identity.setCookies) c.header('set-cookie', cookie, { append: true })
  })
}

async function identifyKey(c: Context<ApiEnv>): Promise<UsedKey | 'invalid' | null> {
  const key = c.req.header(KEY_HEADER)
  if (key === undefined) return null
  const used = await checkApiKey(c.var.ctx, key)
  return used.ok ? used.value : 'invalid'
}

/** Refuses a request with two credentials, because they may belong to different persons. */
export const refuseTwoCredentials = createMiddleware<ApiEnv>(async (c, next) => {
  const cookies = c.req.header('cookie') ?? ''
  const bearer = bearerToken(c.req.header('authorization'))
  const hasKey = c.req.header(KEY_HEADER) !== undefined
  if (bearer === null && !hasKey) return next()
  // server/cookie-edge.ts has copied a bearer token to the session cookie, perhaps with a new signature, unless the
  // request already had a session cookie.
  const isOne =
    unsigned(cookieOf(cookies, SESSION_COOKIE)) === unsigned(bearer) && phoneToken(cookies) === null
  return isOne && (bearer === null || !hasKey) ? next() : c.json(TWO_CREDENTIALS, 400)
})

const unsigned = (token: string | null) => token?.replace(/\.[^.]*$/, '') ?? null

const TWO_CREDENTIALS = {
  error: 'Please send one credential only: a session cookie, a bearer token or an API key.',
  code: 'two_credentials',
}

type SignedIn = ApiEnv & { Variables: { person: Person } }

/** Answers 401. The reason says what the session lacks, or that an API key is no session. */
export function signedOut<Env extends ApiEnv>(c: Context<Env>): Response {
  const { pending, apiKey } = c.var
  const ofKey = apiKey === 'invalid' ? 'key_invalid' : 'session_needed'
  const reason = apiKey ? ofKey : pending ? 'factor_needed' : 'signed_out'
  return refuse(c, { reason }) as unknown as Response
}

export const signedIn = createMiddleware<SignedIn>(async (c, next) => {
  const { actor } = c.var.ctx
  if (actor.kind === 'visitor') return signedOut(c)
  c.set('person', actor)
  await next()
})

/** Also admits a worker who is signed in by PIN. A PIN session opens no routes with other guards. */
export const signedInWorker = createMiddleware<SignedIn>(async (c, next) => {
  const { ctx, pinWorker } = c.var
  const actor = pinWorker ?? ctx.actor
  if (actor.kind === 'visitor') return signedOut(c)
  c.set('ctx', { ...ctx, actor })
  c.set('person', actor)
  await next()
})

/** Admits staff with the permission. The access test reads the permission as a property. */
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

const KEY_REQUESTS = { limit: 300, windowSeconds: 60 }
const limitedKeys = limited('key', KEY_REQUESTS, ({ var: { apiKey } }) =>
  apiKey && apiKey !== 'invalid' ? apiKey.id : null,
)

/**
 * Opens a route to API keys with all of these scopes. `guard` checks requests without a key. Spread the result
 * into the route: it has `security` and `middleware`.
 */
export function forKeys<const Scopes extends readonly KeyScope[]>(
  scopes: Scopes,
  guard: MiddlewareHandler<SignedIn>,
) {
  const checkKey = createMiddleware<SignedIn>(async (c, next) => {
    const { apiKey } = c.var
    if (!apiKey || apiKey === 'invalid') return guard(c, next)
    const { owner } = apiKey
    c.set('ctx', actAs(c.var.ctx, apiKey))
    c.set('person', owner)
    const missing = scopes.find((scope) => !may(owner, scope))
    if (missing === undefined) return next()
    const message = owner.scopes.includes(missing)
      ? `The role of the key's owner no longer allows '${missing}'.`
      : `This API key lacks the scope '${missing}'.`
    return refuse(c, { reason: 'scope_missing', message }) as unknown as Response
  })
  return {
    security: [...SESSION, { apiKey: [...scopes] }],
    // Keeps the guard's permission as a property, for the access test.
    middleware: [limitedKeys, Object.assign(checkKey, guard)] as [typeof limitedKeys, typeof checkKey],
  }
}

/** Lets a key with the scope act on a public route, which then shows what the key's owner may see. */
export function alsoForKey(scope: KeyScope) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const { apiKey } = c.var
    if (apiKey && apiKey !== 'invalid' && may(apiKey.owner, scope)) c.set('ctx', actAs(c.var.ctx, apiKey))
    await next()
  })
}

/** Makes the key's owner the actor. The audit log names the key as the device. */
function actAs(ctx: Ctx, { name, owner }: UsedKey): Ctx {
  return { ...ctx, actor: owner, client: ctx.client && { ...ctx.client, device: `API key ${name}` } }
}
