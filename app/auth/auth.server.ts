import { serialize } from 'hono/utils/cookie'
import { data, type HeadersArgs, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { PROVIDER_NAMES, type Provider, type ProviderPurpose } from '#app/auth/sign-in-notice.ts'
import { AUTH_WORDS, type AuthPageName, wordsOfPage } from '#app/auth/words.ts'
import { returnToOf, type SignInParams, withQuery } from '#app/frame/return-to.ts'
import { readFields, typedValues } from '#app/kit/form-fields.ts'
import { SIGN_IN_PATH, SIGNED_IN_PATH } from '#app/kit/paths.ts'
import { requestContext } from '#app/request/context.server.ts'
import {
  authLanguage,
  chosenLanguage,
  deliveryCookies,
  hintCookie,
  languageCookie,
  leadsToWorker,
  mixesCookie,
  rememberedLanguage,
  setCookie,
} from '#app/request/cookies.server.ts'
import { invalid, refuse } from '#app/request/form.server.ts'
import { SIGN_IN_REFUSED } from '#infra/accounts/anti-enumeration.ts'
import { WEAK_PASSWORDS } from '#infra/accounts/password-rules.ts'
import { clearPhoneCookies, phoneToken } from '#infra/accounts/worker-session.ts'
import { isDatabaseUnavailable } from '#infra/database/connection-errors.ts'
import { EMPTY_CART } from '#shop/carts/cart.ts'
import { resetInput } from '#shop/customers/input.ts'
import type { WeakPassword } from '#shop/customers/password-rules.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { signPhoneOut } from '#shop/programme/pin-sign-in.ts'
import type { WrittenLanguage } from '#shop/programme/worker.ts'

/** The account library reads session, network and origin of a request from these headers. */
const FORWARDED_HEADERS = [
  'cookie',
  'origin',
  'referer',
  'user-agent',
  'x-real-ip',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
]

/** The response while the database is unavailable: its status, and its Retry-After in seconds. */
const UNAVAILABLE = 503
const RETRY_AFTER_SECONDS = '5'

export type AccountsAnswer = {
  ok: boolean
  status: number
  /** The library's error code; '' for none. */
  code: string
  cookies: string[]
  /** Seconds to wait after too many attempts; otherwise 0. */
  wait: number
  /** The Location header of a redirect, or null. */
  location: string | null
}

/**
 * Sends a request to the account library as HTTP, because only then its rate limits and origin check apply. With a
 * body it is a POST.
 */
export async function askAccounts(
  request: Request,
  context: Readonly<RouterContextProvider>,
  path: `/${string}`,
  body?: Record<string, string>,
): Promise<AccountsAnswer> {
  const { ctx } = context.get(requestContext)
  const headers = forwardHeaders(request)
  if (body) headers.set('content-type', 'application/json')
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
  const response = await answerOf(new Request(`${ctx.config.origin}/api/auth${path}`, init), context)
  const { ok, status } = response
  return {
    ok,
    // The library answers 500 if it cannot read its tables.
    status: status >= 500 ? UNAVAILABLE : status,
    code: ok ? '' : await codeOf(response),
    cookies: response.headers.getSetCookie(),
    wait: status === 429 ? Number(response.headers.get('x-retry-after')) || 60 : 0,
    location: response.headers.get('location'),
  }
}

/** Returns the library's response; 503 while the database is unavailable. Throws other errors. */
async function answerOf(request: Request, context: Readonly<RouterContextProvider>): Promise<Response> {
  const { auth, reportError, requestId } = context.get(requestContext)
  try {
    return await auth.handler(request)
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    reportError(error, requestId)
    return new Response(null, { status: UNAVAILABLE })
  }
}

function forwardHeaders(request: Request): Headers {
  const headers = new Headers()
  for (const name of FORWARDED_HEADERS) {
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

export function onwardOf(request: Request): SignInParams {
  return { returnTo: returnToOf(request.url), language: chosenLanguage(request) }
}

/** Returns the parameters for a link in an email. They name a chosen language, or Hindi if the page is in Hindi. */
export function emailOnward(request: Request): SignInParams {
  const { returnTo, language } = onwardOf(request)
  return { returnTo, language: language ?? (authLanguage(request) === 'hi' ? 'hi' : null) }
}

/** Returns a sign-in page's words, the parameters to pass on, and headers that store a language chosen by the URL. */
export function authPage(request: Request, name: AuthPageName) {
  const onward = onwardOf(request)
  const cookie = onward.language && languageCookie(request, onward.language)
  const language = authLanguage(request)
  const hasSwitch = language === 'hi' || rememberedLanguage(request) !== null || leadsToWorker(request)
  return {
    words: wordsOfPage(language, name, hasSwitch),
    onward,
    isInApp: isInApp(request.headers.get('user-agent') ?? ''),
    init: { headers: withCookies(cookie ? [cookie] : []) },
  }
}

/** True for the built-in browsers of Instagram, Facebook and other apps, from which Google refuses sign-ins. */
export function isInApp(userAgent: string): boolean {
  return /\b(?:Instagram|FBAN|FBAV|FB_IAB|Line\/|Snapchat|LinkedInApp|MicroMessenger)|; wv\)/.test(userAgent)
}

/** Answers a button that opens another language or page. The form keeps the entered values. */
export function keepTypedValues(form: FormData) {
  return { ok: false, message: null, problems: {}, values: typedValues(form) } as const
}

/** Sends the action's Retry-After and cookies, and the loader's cookie with the language. */
export function authHeaders({ loaderHeaders, actionHeaders }: HeadersArgs): Headers {
  const headers = new Headers(actionHeaders)
  for (const cookie of loaderHeaders.getSetCookie()) headers.append('set-cookie', cookie)
  return headers
}

export function withCookies(cookies: readonly string[]): Headers {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return headers
}

/** Returns the weakness for which the account library refused a new password; null for any other answer. */
export function weakPassword({ code }: Pick<AccountsAnswer, 'code'>): WeakPassword | null {
  const found = Object.entries(WEAK_PASSWORDS).find(([, weak]) => weak.code === code)
  return found ? (found[0] as WeakPassword) : null
}

// All these codes get one message, so that it does not reveal whether there is an account.
const NO_MATCH = new Set([SIGN_IN_REFUSED.code, 'INVALID_EMAIL', 'PASSWORD_TOO_LONG'])

function messageOf({ code, status, wait }: AccountsAnswer, language: WrittenLanguage): string {
  const { refusals } = AUTH_WORDS[language]
  if (status === UNAVAILABLE) return refusals.unavailable
  if (wait > 0) return refusals.wait(wait)
  return NO_MATCH.has(code) ? refusals.no_match : refusals.other
}

/** Answers a form that the account library refused. The form keeps the entered values. */
export function accountsRefusal(request: Request, form: FormData, answer: AccountsAnswer) {
  const retryAfter = answer.status === UNAVAILABLE ? RETRY_AFTER_SECONDS : String(answer.wait)
  const headers: Record<string, string> = retryAfter === '0' ? {} : { 'retry-after': retryAfter }
  const weak = weakPassword(answer)
  if (weak) {
    const { weakPasswords } = AUTH_WORDS[authLanguage(request)]
    return invalid({ problems: { password: weakPasswords[weak] }, values: typedValues(form) })
  }
  return refuse(form, messageOf(answer, authLanguage(request)), answer.status, headers)
}

/** Returns the shop's origin as the browser sent it, so that a link in an email leads back there; '' if unknown. */
export function ownOrigin(request: Request): string {
  return request.headers.get('origin') ?? ''
}

/** Answers a form that sends an email. The answer is the same if no email was sent, to reveal no account. */
export function mailSentAnswer(email: string, cookies: readonly string[] = []) {
  return data({ ok: true, done: { sentTo: email } } as const, { headers: withCookies(cookies) })
}

/** Emails a link to the form's address. The answer is the same if there is no account, to reveal none. */
export async function mailLink(
  { request, context, form }: FormRequest,
  path: '/request-password-reset' | '/send-verification-email',
  target: { redirectTo: string } | { callbackURL: string },
) {
  const fields = readFields(resetInput, form)
  if (!fields.ok) return invalid(fields)
  const { email } = fields.value
  const answer = await askAccounts(request, context, path, { email, ...target })
  return answer.ok ? mailSentAnswer(email) : accountsRefusal(request, form, answer)
}

/** Returns Set-Cookie values that delete all cookies with a person's data except the cart. */
export function expiredPersonalCookies(request: Request): string[] {
  const own = ['basket', 'cart_undo', 'address_undo', 'coupon'] as const
  return [
    ...own.map((name) => setCookie(request, name, '')),
    ...deliveryCookies(request, ''),
    mixesCookie(request, EMPTY_CART),
  ]
}

/** Signs this browser out; the response must send `headers`. `isEnded`: the session is also deleted in the database. */
export async function signOutHere(request: Request, context: Readonly<RouterContextProvider>) {
  const { ok, cookies } = await askAccounts(request, context, '/sign-out', {})
  const phone = phoneToken(request.headers.get('cookie') ?? '')
  if (phone) await signPhoneOut(context.get(requestContext).ctx, phone)
  const hint = hintCookie(request, VISITOR)
  // The account keeps the cart; the next person at this device starts with an empty one.
  const personal = [
    setCookie(request, 'cart', ''),
    setCookie(request, 'left', ''),
    ...expiredPersonalCookies(request),
  ]
  const session = [
    ...(ok ? cookies : [await noSessionCookie(context)]),
    ...(phone ? clearPhoneCookies() : []),
  ]
  return { isEnded: ok, headers: withCookies([...session, ...personal, ...(hint ? [hint] : [])]) }
}

/** Signs out and asks to sign in again, because the link at `returnTo` works only soon after a sign-in. */
export async function signInAgain(
  request: Request,
  context: Readonly<RouterContextProvider>,
  returnTo: string,
) {
  const { headers } = await signOutHere(request, context)
  return redirect(withQuery(SIGN_IN_PATH, { returnTo, notice: 'session_old' }), { headers })
}

/** Returns the Set-Cookie value that deletes the session cookie. Does not call the library. */
async function noSessionCookie(context: Readonly<RouterContextProvider>): Promise<string> {
  const { name, attributes } = (await context.get(requestContext).auth.$context).authCookies.sessionToken
  return serialize(name, '', { ...attributes, maxAge: 0 })
}

const BUTTONS: Readonly<Record<string, Provider>> = { google: 'google', outlook: 'microsoft' }

/** Returns the provider whose button was pressed, or null for another button. */
export function providerOf(form: FormData): Provider | null {
  const name = form.get('provider')
  return typeof name === 'string' && Object.hasOwn(BUTTONS, name) ? (BUTTONS[name] ?? null) : null
}

type FormRequest = { request: Request; context: Readonly<RouterContextProvider>; form: FormData }

/** Redirects to the provider's sign-in page. If that fails, the page says so. The account library logs the reason. */
export async function redirectToProvider(
  provider: Provider,
  purpose: ProviderPurpose,
  { request, context, form }: FormRequest,
) {
  const onward = onwardOf(request)
  const answer = await askAccounts(request, context, '/sign-in/social', {
    provider,
    callbackURL: withQuery(SIGNED_IN_PATH, onward),
    errorCallbackURL: withQuery(SIGNED_IN_PATH, { provider, doing: purpose, ...onward }),
  })
  if (answer.ok && answer.location !== null)
    return redirect(answer.location, { headers: withCookies(answer.cookies) })
  if (answer.wait > 0) return accountsRefusal(request, form, answer)
  const { failure } = AUTH_WORDS[authLanguage(request)].provider
  return refuse(form, failure(PROVIDER_NAMES[provider], purpose), 503)
}
