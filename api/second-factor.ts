import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { isByToken, tokenIn } from '#api/auth.ts'
import { BODY_ERRORS, body, errors, json, SESSION, TOO_MANY } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { BODIES } from '#api/examples.ts'
import { tooMany } from '#api/failures.ts'
import { signedOut } from '#api/guards.ts'
import { refuse } from '#api/refusals.ts'
import { TOKEN_HEADER } from '#infra/accounts/current-session.ts'
import { noteSecurity } from '#infra/logging/security-events.ts'
import { countFactorCode, resetFactorCodes } from '#infra/rate-limits/rate-limits.ts'
import { codeInput, recoveryInput } from '#shop/factors/input.ts'
import { proveFactor } from '#shop/factors/prove-factor.ts'

export const secondFactor = new OpenAPIHono<ApiEnv>()

const proofBody = z
  .object({ code: codeInput, recovery_code: recoveryInput })
  .partial()
  .refine(
    (proof) => Object.keys(proof).length === 1,
    'Please send either code, of an authenticator app, or recovery_code',
  )
  .openapi('FactorProof', { minProperties: 1, maxProperties: 1, example: BODIES.FactorProof })

const prove = createRoute({
  method: 'post',
  path: '/second-factor',
  tags: ['accounts'],
  summary: 'Prove the second factor of this session',
  description:
    'Answers `factor_needed` and `factor_stale` elsewhere: the session is complete, and sensitive actions are open for ten minutes. The session gets a new token. Passkeys work in browsers only.',
  security: SESSION,
  request: { body: body(proofBody) },
  responses: {
    200: json(z.object({ status: z.literal(true) }), 'Proven; Set-Auth-Token has the new token'),
    ...errors(401, ...BODY_ERRORS),
    ...TOO_MANY,
  },
})
secondFactor.openapi(prove, async (c) => {
  const { ctx, deps, pending, sessionId } = c.var
  const person = pending ?? ctx.actor
  if (person.kind === 'visitor' || sessionId === null) return signedOut(c) as never
  const { code, recovery_code: recovery = '' } = c.req.valid('json')
  const [way, userId] = [code === undefined ? ('recovery' as const) : ('app' as const), person.id]
  const attempt = { person: userId, address: c.req.header('x-real-ip') ?? '' }
  const wait = await countFactorCode(deps.limits, attempt)
  if (wait > 0) {
    noteSecurity({ event: 'authn_login_fail_max', way, userId })
    return tooMany(c, String(wait)) as never
  }
  const proof =
    code === undefined ? { by: 'recovery' as const, code: recovery } : { by: 'totp' as const, code }
  const proven = await proveFactor(ctx, { id: sessionId, person, isPending: pending !== null }, proof)
  if (!proven.ok) {
    noteSecurity({ event: 'authn_login_fail', way, userId })
    return refuse(c, proven, code === undefined ? 'recovery_code' : 'code')
  }
  noteSecurity({ event: 'authn_login_success', way, userId })
  await resetFactorCodes(deps.limits, attempt)
  const cookie = await deps.sessionCookie(proven.value.token)
  c.header('set-cookie', cookie, { append: true })
  if (isByToken(c)) c.header(TOKEN_HEADER, tokenIn(cookie))
  return c.json({ status: true as const }, 200)
})
