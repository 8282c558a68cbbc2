/** The door to the account library: it answers everything below /auth, in the API's own form when it refuses. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { ACCOUNT_ROUTES, signInBody, verificationBody, verificationRequestBody } from '#api/auth-contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { invalid, issuesOf, malformed, notFound, tooMany, unavailable, unstorable } from '#api/failures.ts'
import { isOffered } from '#infra/accounts/offered-paths.ts'
import { newAccountInput } from '#shop/customers/input.ts'

export const auth = new OpenAPIHono<ApiEnv>()
for (const route of ACCOUNT_ROUTES) auth.openAPIRegistry.registerPath(route)

const { fullName: name, email, password } = newAccountInput.shape

/** Pictures of people are kept nowhere. */
const image = z
  .unknown()
  .optional()
  .transform(() => undefined)

/** The library knows lengths only; the shop's own rules for names and passwords hold here too. */
const RULES: Record<string, z.ZodType> = {
  '/sign-up/email': z.looseObject({ name, email, password, image }),
  '/update-user': z.looseObject({ name: name.optional(), image }),
  '/reset-password': z.looseObject({ newPassword: password }),
  '/change-password': z.looseObject({ newPassword: password }),
  '/verify-email': verificationBody,
  '/send-verification-email': verificationRequestBody,
  '/sign-in/email': signInBody,
}

auth.on(['GET', 'POST'], '/auth/*', async (c) => {
  // Before anything is counted or read: what is not offered costs nothing, however often it is asked.
  if (!isOffered(c.req.method, pathOf(c))) return notFound(c)
  if (c.req.url.includes('%00'))
    return invalid(c, { url: 'The address holds characters that cannot be kept.' })
  if (c.req.method === 'GET') return inOurForm(c, await c.var.deps.auth.handler(resent(c, '')))
  const checked = checkBody(c, await c.req.text())
  return checked instanceof Response
    ? checked
    : inOurForm(c, await c.var.deps.auth.handler(resent(c, checked)))
})

/** The path as the library knows it: '/sign-in/email'. */
function pathOf({ req }: Context<ApiEnv>): string {
  return req.path.slice(req.path.indexOf('/auth/') + '/auth'.length)
}

/**
 * The request again, at the address that the library knows: its body has been read. The site has checked where it came
 * from; the library would ask a program that says how it fetches for an origin.
 */
function resent(c: Context<ApiEnv>, text: string): Request {
  const { method } = c.req.raw
  const headers = new Headers(c.req.raw.headers)
  if (!headers.has('origin'))
    for (const name of ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']) headers.delete(name)
  const url = new URL(c.req.url)
  url.pathname = `/api/auth${pathOf(c)}`
  return new Request(url, { method, headers, ...(text !== '' && { body: text }) })
}

/** The body as the library gets it, or what is wrong with it; the library takes JSON and nothing else. */
function checkBody(c: Context<ApiEnv>, text: string): Response | string {
  if (text === '') return text
  const body = parsed(text)
  if (body === undefined) return malformed(c)
  const path = unstorable(body)
  if (path !== null) return invalid(c, { [path]: 'This text holds characters that cannot be kept.' })
  const rule = RULES[pathOf(c)]
  const checked = rule?.safeParse(body)
  if (checked && !checked.success) return invalid(c, issuesOf(checked.error))
  return checked ? JSON.stringify(checked.data) : text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const libraryError = z.object({ code: z.string().optional(), message: z.string().optional() })

/** The library's answer; when it refuses, as the API says such things. */
async function inOurForm(c: Context<ApiEnv>, answer: Response): Promise<Response> {
  if (answer.status >= 500) return notNow(c, answer)
  if (answer.status === 429) return tooMany(c, answer.headers.get('x-retry-after'))
  if (answer.status < 400) return withoutToken(answer)
  if (answer.status === 404) return notFound(c)
  const said = libraryError.safeParse(await answer.json().catch(() => null)).data
  for (const cookie of answer.headers.getSetCookie()) c.header('set-cookie', cookie, { append: true })
  const code = said?.code?.toLowerCase() ?? 'refused'
  return c.json({ error: said?.message || 'This was refused.', code }, answer.status as 400)
}

/** The session is the cookie's: no script of a page is to read its token in an answer. */
async function withoutToken(answer: Response): Promise<Response> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  if (typeof body !== 'object' || body === null || !('token' in body)) return answer
  const { token: _, ...rest } = body
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  return Response.json(rest, { status: answer.status, headers })
}

/** A provider of accounts that cannot be asked is no trouble of ours; everything else is. */
async function notNow(c: Context<ApiEnv>, answer: Response): Promise<Response> {
  const said = libraryError.safeParse(await answer.json().catch(() => null)).data
  if (said?.code !== 'PROVIDER_UNAVAILABLE' || !said.message) return unavailable(c)
  return c.json({ error: said.message, code: 'provider_unavailable' }, 503)
}

/**
 * Registers through the library's own HTTP interface: only there do its limits hold. Null when a mail is on its way,
 * which is the answer for a known address too.
 */
export async function registerAccount(
  c: Context<ApiEnv>,
  account: { name: string; email: string; password: string },
) {
  const { config } = c.var.ctx
  // The site has checked where it came from.
  const headers = new Headers({ 'content-type': 'application/json', origin: config.origin })
  for (const header of ['x-real-ip', 'user-agent', 'cookie']) {
    const value = c.req.header(header)
    if (value) headers.set(header, value)
  }
  const body = JSON.stringify({ ...account, callbackURL: '/auth/callback' })
  const request = new Request(`${config.origin}/api/auth/sign-up/email`, { method: 'POST', headers, body })
  const answer = await c.var.deps.auth.handler(request)
  for (const cookie of answer.headers.getSetCookie()) c.header('set-cookie', cookie, { append: true })
  if (answer.ok) return null
  if (answer.status === 429) return tooMany(c, answer.headers.get('x-retry-after'))
  return answer.status >= 500 ? unavailable(c) : invalid(c, { email: 'This address cannot be registered.' })
}
