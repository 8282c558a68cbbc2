/** Checks requests to open paths below /auth, and converts the account library's refusals to the API's format. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import {
  ACCOUNT_ROUTES,
  passwordResetBody,
  resetRequestBody,
  signInBody,
  verificationBody,
  verificationRequestBody,
} from '#api/auth-contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import {
  findUnstorable,
  invalid,
  malformedJson,
  notFound,
  notStorable,
  schemaViolation,
  tooMany,
  unavailable,
  unsupportedMediaType,
  wrongMethod,
} from '#api/failures.ts'
import { isJsonOrEmpty } from '#api/media-type.ts'
import { camelKeys, snakeKeys } from '#api/snake-case.ts'
import { bearerToken, SESSION_COOKIE, TOKEN_HEADER } from '#infra/accounts/current-session.ts'
import { WEAK_PASSWORDS } from '#infra/accounts/password-rules.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { attempt } from '#shop/kernel/result.ts'

export const auth = new OpenAPIHono<ApiEnv>()
for (const route of ACCOUNT_ROUTES) auth.openAPIRegistry.registerPath(route)

/** The library checks lengths only; the shop's own rules for passwords apply here too. */
const RULES: Record<string, z.ZodType> = {
  '/request-password-reset': resetRequestBody,
  '/reset-password': passwordResetBody,
  '/verify-email': verificationBody,
  '/send-verification-email': verificationRequestBody,
  '/sign-in/email': signInBody,
}

auth.on(['GET', 'POST'], '/auth/*', async (c) => {
  // Refuses unknown paths before anything is counted or read.
  if (!isOpenPath(c.req.method, pathOf(c)))
    return wrongMethod(
      c,
      Object.keys(OPEN_PATHS).filter((method) => isOpenPath(method, pathOf(c))),
    )
  if (c.req.url.includes('%00'))
    return invalid(c, { url: 'The address contains characters that cannot be stored.' })
  if (c.req.method === 'GET') return toApiResponse(c, await c.var.deps.auth.handler(copyRequest(c, '')))
  if (!isJsonOrEmpty(c.req)) return unsupportedMediaType(c)
  const checked = checkBody(c, await c.req.text())
  return checked instanceof Response
    ? checked
    : toApiResponse(c, await c.var.deps.auth.handler(copyRequest(c, checked)))
})

function pathOf({ req }: Context<ApiEnv>): string {
  return req.path.slice(req.path.indexOf('/auth/') + '/auth'.length)
}

/**
 * Copies the request for the library. Omits Sec-Fetch headers if there is no Origin; server/same-origin.ts has
 * checked them. A bearer token has been copied to the cookie, and needs no Origin.
 */
function copyRequest(c: Context<ApiEnv>, text: string): Request {
  const { method } = c.req.raw
  const headers = new Headers(c.req.raw.headers)
  if (!headers.has('origin'))
    for (const name of ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']) headers.delete(name)
  if (isByToken(c) && !headers.has('origin')) headers.set('origin', c.var.deps.ctxFor(VISITOR).config.origin)
  const url = new URL(c.req.url)
  url.pathname = `/api/auth${pathOf(c)}`
  return new Request(url, { method, headers, ...(text !== '' && { body: text }) })
}

/** Returns the body as the library takes it (JSON only), or the response that refuses it. */
function checkBody(c: Context<ApiEnv>, text: string): Response | string {
  if (text === '') return text
  const body: unknown = attempt(() => JSON.parse(text))
  if (body === undefined) return malformedJson(c)
  const path = findUnstorable(body)
  if (path !== null) return notStorable(c, path)
  const rule = RULES[pathOf(c)]
  const checked = rule?.safeParse(body)
  if (checked && !checked.success) return schemaViolation(c, checked.error)
  return checked ? JSON.stringify(toLibraryNames(checked.data as Record<string, unknown>)) : text
}

function toLibraryNames({ callback_url: callbackURL, ...fields }: Record<string, unknown>) {
  return { ...camelKeys(fields), ...(callbackURL !== undefined && { callbackURL }) }
}

/** Renames the fields of a JSON answer, which the library writes in camel case. */
async function inSnakeCase(answer: Response): Promise<Response> {
  // A redirect has JSON as its type, but is empty.
  if (!answer.ok || !answer.headers.get('content-type')?.startsWith('application/json')) return answer
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  return new Response(JSON.stringify(snakeKeys(await answer.json())), { status: answer.status, headers })
}

const libraryError = z.object({ code: z.string().optional(), message: z.string().optional() })

async function toApiResponse(c: Context<ApiEnv>, answer: Response): Promise<Response> {
  if (answer.status >= 500) return unavailable(c)
  if (answer.status === 429) return tooMany(c, answer.headers.get('x-retry-after'))
  if (answer.status < 400) return inSnakeCase(withToken(c, answer))
  if (answer.status === 404) return notFound(c)
  const refusal = libraryError.safeParse(await answer.json().catch(() => null)).data
  for (const cookie of answer.headers.getSetCookie()) c.header('set-cookie', cookie, { append: true })
  const code = refusal?.code?.toLowerCase() ?? 'refused'
  return c.json({ error: refusal?.message || 'The request was refused.', code }, answer.status as 400)
}

export function isByToken(c: Context<ApiEnv>): boolean {
  return bearerToken(c.req.header('authorization')) !== null
}

/** Adds a session's new token, after a sign-in or for a bearer token. Otherwise only the cookie has the token. */
function withToken(c: Context<ApiEnv>, answer: Response): Response {
  if (!SIGN_IN_PATHS.includes(pathOf(c)) && !isByToken(c)) return answer
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith(`${SESSION_COOKIE}=`))
  const token = cookie && tokenIn(cookie)
  if (token) answer.headers.set(TOKEN_HEADER, token)
  return answer
}

/** Returns the token in a Set-Cookie value of the session. */
export function tokenIn(cookie: string): string {
  return cookie.slice(SESSION_COOKIE.length + 1).split(';', 1)[0] ?? ''
}

const SIGN_IN_PATHS = ['/sign-in/email', '/verify-email']

/** Registers through the library's HTTP handler, which counts rate limits. Returns null if an email was queued. */
export async function registerAccount(
  c: Context<ApiEnv>,
  account: { name: string; email: string; password: string },
) {
  const { config } = c.var.ctx
  // The site has already checked the origin.
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
  const code = libraryError.safeParse(await answer.json().catch(() => null)).data?.code
  const weak = Object.values(WEAK_PASSWORDS).find((each) => each.code === code)
  if (weak) return invalid(c, { password: weak.message })
  return answer.status >= 500 ? unavailable(c) : invalid(c, { email: 'This address cannot be registered.' })
}

/**
 * Paths of the account library that are open over HTTP: those of the contract, the session for the worker's pages, and
 * the providers' callbacks. Forms call the library in this process.
 */
const OPEN_PATHS = {
  GET: ['/get-session', '/callback/google', '/callback/microsoft'],
  POST: ACCOUNT_ROUTES.map(({ path }) => path.slice('/auth'.length)),
}

/** `path`: below /api/auth, without a query. */
export function isOpenPath(method: string, path: string): boolean {
  const paths: readonly string[] = OPEN_PATHS[method as keyof typeof OPEN_PATHS] ?? []
  return paths.includes(path)
}
