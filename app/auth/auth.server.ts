import { serialize } from 'hono/utils/cookie'
import { data, type HeadersArgs, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { type Doing, PROVIDER_NAMES, type Provider } from '#app/auth/sign-in-notice.ts'
import { AUTH_WORDS, type AuthPageName, wordsOfPage } from '#app/auth/words.ts'
import { type Onward, returnToOf, withQuery } from '#app/frame/return-to.ts'
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
import { invalid, refused } from '#app/request/form.server.ts'
import { SIGN_IN_REFUSED } from '#infra/accounts/anti-enumeration.ts'
import { WEAK_PASSWORDS } from '#infra/accounts/password-rules.ts'
import { noPhoneCookies, phoneToken } from '#infra/accounts/worker-session.ts'
import { isDatabaseUnavailable } from '#infra/database/connection-errors.ts'
import { EMPTY_CART } from '#shop/carts/cart.ts'
import { resetInput } from '#shop/customers/input.ts'
import type { WeakPassword } from '#shop/customers/password-rules.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { signPhoneOut } from '#shop/programme/pin-sign-in.ts'
import type { WrittenLanguage } from '#shop/programme/worker.ts'

/** Headers by which the account library identifies session, network and origin of a request. */
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

/** The status of an answer while the database cannot be reached, and its Retry-After in seconds. */
const UNAVAILABLE = 503
const RETRY_AFTER_SECONDS = '5'

export type AccountsAnswer = {
  ok: boolean
  status: number
  /** The library's code of a refusal; '' when it gave none. */
  code: string
  cookies: string[]
  /** Seconds to wait; 0 unless there were too many attempts. */
  wait: number
  /** The Location header of a redirect; null without one. */
  location: string | null
}

/** Sends a request to the account library over HTTP, where its rate limits and origin check apply: POST with a body. */
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
    status: status >= 500 ? UNAVAILABLE : status,
    code: ok ? '' : await codeOf(response),
    cookies: response.headers.getSetCookie(),
    wait: status === 429 ? Number(response.headers.get('x-retry-after')) || 60 : 0,
    location: response.headers.get('location'),
  }
}

/** The library's response; 503 while the database is unavailable. Other errors of the library are thrown. */
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

export function onwardOf(request: Request): Onward {
  return { returnTo: returnToOf(request.url), language: chosenLanguage(request) }
}

/** The same for a link in an email, which is in Hindi when its page is. */
export function emailOnward(request: Request): Onward {
  const { returnTo, language } = onwardOf(request)
  return { returnTo, language: language ?? (authLanguage(request) === 'hi' ? 'hi' : null) }
}

/** Returns a sign-in page's words, onward path and the headers that remember a language chosen by the URL. */
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

/** True for the browsers inside Instagram, Facebook and other apps, from which Google refuses sign-ins. */
export function isInApp(userAgent: string): boolean {
  return /\b(?:Instagram|FBAN|FBAV|FB_IAB|Line\/|Snapchat|LinkedInApp|MicroMessenger)|; wv\)/.test(userAgent)
}

/** Answers a button that leads to another language or page. Keeps the entered values. */
export function withTyped(form: FormData) {
  return { ok: false, message: null, problems: {}, values: typedValues(form) } as const
}

/** Keeps an action's Retry-After and cookies, and the language that a page remembers. */
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

/** Why the account library turned a new password down; null when it did not. */
export function weakPassword({ code }: Pick<AccountsAnswer, 'code'>): WeakPassword | null {
  const found = Object.entries(WEAK_PASSWORDS).find(([, weak]) => weak.code === code)
  return found ? (found[0] as WeakPassword) : null
}

// They share a message with an unverified account, so that it reveals no account.
const NOT_THEM = new Set([SIGN_IN_REFUSED.code, 'INVALID_EMAIL', 'PASSWORD_TOO_LONG'])

function messageOf({ code, status, wait }: AccountsAnswer, language: WrittenLanguage): string {
  const { refusals } = AUTH_WORDS[language]
  if (status === UNAVAILABLE) return refusals.away
  if (wait > 0) return refusals.wait(wait)
  return NOT_THEM.has(code) ? refusals.not_them : refusals.other
}

/** Answers a form that the account library refuses. Keeps the entered values. */
export function accountsRefused(request: Request, form: FormData, answer: AccountsAnswer) {
  const again = answer.status === UNAVAILABLE ? RETRY_AFTER_SECONDS : String(answer.wait)
  const headers: Record<string, string> = again === '0' ? {} : { 'retry-after': again }
  const weak = weakPassword(answer)
  if (weak) {
    const { weakPasswords } = AUTH_WORDS[authLanguage(request)]
    return invalid({ problems: { password: weakPasswords[weak] }, values: typedValues(form) })
  }
  return refused(form, messageOf(answer, authLanguage(request)), answer.status, headers)
}

/** The shop's origin as the browser sent it, so that a link in an email leads back there; '' if unknown. */
export function ownOrigin(request: Request): string {
  return request.headers.get('origin') ?? ''
}

/** Answers a form that sends an email to this address. It reads the same when none was sent, to reveal no account. */
export function mailSent(email: string, cookies: readonly string[] = []) {
  return data({ ok: true, done: { sentTo: email } } as const, { headers: withCookies(cookies) })
}

/** Emails a link to the form's address. The answer is the same for every address, to reveal no account. */
export async function mailLink(
  { request, context, form }: Posted,
  path: '/request-password-reset' | '/send-verification-email',
  target: { redirectTo: string } | { callbackURL: string },
) {
  const fields = readFields(resetInput, form)
  if (!fields.ok) return invalid(fields)
  const { email } = fields.value
  const answer = await askAccounts(request, context, path, { email, ...target })
  return answer.ok ? mailSent(email) : accountsRefused(request, form, answer)
}

/** Set-Cookie values that delete what this browser keeps of a person beside the cart. */
export function forgottenChoices(request: Request): string[] {
  const own = ['basket', 'cart_undo', 'address_undo', 'coupon'] as const
  return [
    ...own.map((name) => setCookie(request, name, '')),
    ...deliveryCookies(request, ''),
    mixesCookie(request, EMPTY_CART),
  ]
}

/** Signs this browser out; the response must carry `headers` (deleted cookies). False `isEnded`: database failure. */
export async function signOutHere(request: Request, context: Readonly<RouterContextProvider>) {
  const { ok, cookies } = await askAccounts(request, context, '/sign-out', {})
  const phone = phoneToken(request.headers.get('cookie') ?? '')
  if (phone) await signPhoneOut(context.get(requestContext).ctx, phone)
  const hint = hintCookie(request, VISITOR)
  // The account keeps the cart; the next person at this device starts with an empty one.
  const forgotten = [
    setCookie(request, 'cart', ''),
    setCookie(request, 'left', ''),
    ...forgottenChoices(request),
  ]
  const session = [...(ok ? cookies : [await noSession(context)]), ...(phone ? noPhoneCookies() : [])]
  return { isEnded: ok, headers: withCookies([...session, ...forgotten, ...(hint ? [hint] : [])]) }
}

/** Signs out, because the link at `returnTo` counts only right after signing in. */
export async function signInAgain(
  request: Request,
  context: Readonly<RouterContextProvider>,
  returnTo: string,
) {
  const { headers } = await signOutHere(request, context)
  return redirect(withQuery(SIGN_IN_PATH, { returnTo, notice: 'session_old' }), { headers })
}

/** The Set-Cookie value that deletes the session cookie, without the library. */
async function noSession(context: Readonly<RouterContextProvider>): Promise<string> {
  const { name, attributes } = (await context.get(requestContext).auth.$context).authCookies.sessionToken
  return serialize(name, '', { ...attributes, maxAge: 0 })
}

const BUTTONS: Readonly<Record<string, Provider>> = { google: 'google', outlook: 'microsoft' }

/** Returns the provider of the pressed button; null for another button. */
export function providerOf(form: FormData): Provider | null {
  const name = form.get('provider')
  return typeof name === 'string' && Object.hasOwn(BUTTONS, name) ? (BUTTONS[name] ?? null) : null
}

type Posted = { request: Request; context: Readonly<RouterContextProvider>; form: FormData }

/** Redirects to the provider's sign-in page, or answers that it failed; the account library logs the reason. */
export async function leaveFor(provider: Provider, doing: Doing, { request, context, form }: Posted) {
  const onward = onwardOf(request)
  const answer = await askAccounts(request, context, '/sign-in/social', {
    provider,
    callbackURL: withQuery(SIGNED_IN_PATH, onward),
    errorCallbackURL: withQuery(SIGNED_IN_PATH, { provider, doing, ...onward }),
  })
  if (answer.ok && answer.location !== null)
    return redirect(answer.location, { headers: withCookies(answer.cookies) })
  if (answer.wait > 0) return accountsRefused(request, form, answer)
  const { failed } = AUTH_WORDS[authLanguage(request)].provider
  return refused(form, failed(PROVIDER_NAMES[provider], doing), 503)
}
