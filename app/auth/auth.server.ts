import { serialize } from 'hono/utils/cookie'
import { data, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { type Doing, failedWith, type Provider } from '#app/auth/sign-in-notice.ts'
import { returnToOf, withQuery } from '#app/frame/return-to.ts'
import { type Problem, textOf } from '#app/kit/form-fields.ts'
import { requestContext } from '#app/request/context.server.ts'
import { hintCookie, setCookie } from '#app/request/cookies.server.ts'
import { SIGN_IN_REFUSED } from '#infra/accounts/anti-enumeration.ts'
import { isDatabaseUnavailable } from '#infra/database/connection-errors.ts'
import { VISITOR } from '#shop/kernel/actor.ts'

/** Headers from which the account library tells session, network and origin of a request. */
const PASSED_ON = [
  'cookie',
  'origin',
  'referer',
  'user-agent',
  'x-real-ip',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
]

/** The status that stands for records that cannot be reached. */
const AWAY = 503
/** Seconds after which a browser may try again then. */
const AGAIN = '5'

export type AccountsAnswer = {
  ok: boolean
  status: number
  /** The library's code of a refusal; '' when it gave none. */
  code: string
  /** Set-Cookie values that the page's response must carry. */
  cookies: string[]
  /** Seconds to wait; 0 unless there were too many attempts. */
  wait: number
  /** Where it leads on to, if anywhere. */
  location: string | null
}

/**
 * Asks the account library as a browser would, over its own HTTP interface: only there do its limits and its check of
 * the origin hold. With a body it is a post.
 */
export async function askAccounts(
  request: Request,
  context: Readonly<RouterContextProvider>,
  path: `/${string}`,
  body?: Record<string, string>,
): Promise<AccountsAnswer> {
  const { ctx } = context.get(requestContext)
  const headers = passedOn(request)
  if (body) headers.set('content-type', 'application/json')
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
  const response = await answerOf(new Request(`${ctx.config.origin}/api/auth${path}`, init), context)
  const { ok, status } = response
  return {
    ok,
    // Without its tables the library cannot work.
    status: status >= 500 ? AWAY : status,
    code: ok ? '' : await codeOf(response),
    cookies: response.headers.getSetCookie(),
    wait: status === 429 ? Number(response.headers.get('x-retry-after')) || 60 : 0,
    location: response.headers.get('location'),
  }
}

/** The library throws what it cannot count while the records are away; anything else that it throws is a bug. */
async function answerOf(asked: Request, context: Readonly<RouterContextProvider>): Promise<Response> {
  const { auth, reportError, requestId } = context.get(requestContext)
  try {
    return await auth.handler(asked)
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    reportError(error, requestId)
    return new Response(null, { status: AWAY })
  }
}

function passedOn(request: Request): Headers {
  const headers = new Headers()
  for (const name of PASSED_ON) {
    const value = request.headers.get(name)
    if (value) headers.set(name, value)
  }
  return headers
}

const refusalBody = z.object({ code: z.string() })

async function codeOf(response: Response): Promise<string> {
  const body = refusalBody.safeParse(await response.json().catch(() => null))
  return body.success ? body.data.code : ''
}

/** Response headers with these cookies. */
export function withCookies(cookies: readonly string[]): Headers {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return headers
}

// One message for a wrong address, a wrong password and an unverified account, so that it reveals no account.
const NOT_THEM = SIGN_IN_REFUSED.message
const WORDS: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: NOT_THEM,
  INVALID_EMAIL: NOT_THEM,
  PASSWORD_TOO_LONG: NOT_THEM,
}

const RECORDS_AWAY =
  'We have a problem on our side, so orders and accounts aren’t available right now. Your cart is safe; please try again in a few minutes.'

function problemOf({ code, status, wait }: AccountsAnswer): Problem {
  if (status === AWAY) return { message: RECORDS_AWAY, field: null }
  if (wait === 0) return { message: WORDS[code] ?? 'An error occurred', field: null }
  const time = wait === 1 ? '1 second' : `${wait} seconds`
  return { message: `Too many attempts. Please wait ${time} and try again.`, field: null }
}

/** The page again with one problem and with what was typed, except passwords. */
export function formRefused(form: FormData, problem: Problem, status = 422, headers: HeadersInit = {}) {
  const values = { email: textOf(form, 'email'), fullName: textOf(form, 'fullName') }
  return data({ problem, values, sentTo: null }, { status, headers })
}

/** The same for a refusal of the library. */
export function accountsRefused(form: FormData, answer: AccountsAnswer) {
  const again = answer.status === AWAY ? AGAIN : String(answer.wait)
  const headers = new Headers(again === '0' ? undefined : { 'retry-after': again })
  return formRefused(form, problemOf(answer), answer.status, headers)
}

/** The browser's own name for the shop, so that a link in a mail leads back to where this visitor is. */
export function ownOrigin(request: Request): string {
  return request.headers.get('origin') ?? ''
}

/** The form took effect: a mail is on its way to this address, or would be if it could be told. */
export function mailSent(email: string, cookies: readonly string[] = []) {
  const answer = { problem: null, values: { email: '', fullName: '' }, sentTo: email }
  return data(answer, { headers: withCookies(cookies) })
}

/**
 * Signs this browser out. The response must carry `headers`: they take from the device what belongs to the person,
 * also when the records cannot be reached and the session goes on there (`isEnded` is false then).
 */
export async function signOutHere(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<{ isEnded: boolean; headers: Headers }> {
  const { ok, cookies } = await askAccounts(request, context, '/sign-out', {})
  const hint = hintCookie(request, VISITOR)
  // The cart stays with the account; the next person at this device starts with an empty one.
  const cart = setCookie(request, 'cart', '')
  const session = ok ? cookies : [await noSession(context)]
  return { isEnded: ok, headers: withCookies([...session, cart, ...(hint ? [hint] : [])]) }
}

/** The Set-Cookie value that takes the session from the browser, without the library. */
async function noSession(context: Readonly<RouterContextProvider>): Promise<string> {
  const { name, attributes } = (await context.get(requestContext).auth.$context).authCookies.sessionToken
  return serialize(name, '', { ...attributes, maxAge: 0 })
}

/** The values of the buttons. */
const BUTTONS: Readonly<Record<string, Provider>> = { google: 'google', outlook: 'microsoft' }

/** Which provider's button sent this form, if any. */
export function providerOf(form: FormData): Provider | null {
  const name = form.get('provider')
  return typeof name === 'string' && Object.hasOwn(BUTTONS, name) ? (BUTTONS[name] ?? null) : null
}

type Posted = { request: Request; context: Readonly<RouterContextProvider>; form: FormData }

/** Leads to the provider, or says that it failed; the account library has logged why. */
export async function leaveFor(provider: Provider, doing: Doing, { request, context, form }: Posted) {
  const returnTo = returnToOf(request.url)
  const answer = await askAccounts(request, context, '/sign-in/social', {
    provider,
    callbackURL: withQuery('/auth/callback', { returnTo }),
    errorCallbackURL: withQuery('/auth/callback', { provider, doing, returnTo }),
  })
  if (answer.ok && answer.location !== null)
    return redirect(answer.location, { headers: withCookies(answer.cookies) })
  if (answer.wait > 0) return accountsRefused(form, answer)
  return formRefused(form, { message: failedWith(provider, doing), field: null }, 503)
}
