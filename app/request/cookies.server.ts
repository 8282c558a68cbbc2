/** All cookies of the shop except those of `infra/accounts/`: sessions, the sign-up's browser and known devices. */

import { randomUUID } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import type { AccountHint } from '#app/kit/browser/browser-state.ts'

import {
  DELIVERY_PATHS,
  FIRST_ADMIN_PATH,
  isCoordinatorPath,
  isWorkerPath,
  MIXES_PATH,
} from '#app/kit/paths.ts'
import { type Cart, parseCart, serializeCart } from '#shop/carts/cart.ts'

import { fitsCookie, serializeCookie } from '#shop/carts/cart-cookie.ts'
import { couponCodeInput, referralCodeInput } from '#shop/coupons/code.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { DAY_SECONDS, MINUTE_SECONDS } from '#shop/kernel/duration.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import type { EnteredCodes } from '#shop/pricing/discounts.ts'
import { type Language, languageIn, type WrittenLanguage, writtenFor } from '#shop/programme/worker.ts'
import { REMEMBERED_DAYS } from '#shop/referrals/referral.ts'

/** `maxAge`: in seconds. The page's scripts read cookies without `httpOnly`. */
const COOKIES = {
  /** The cart. `cart-store.ts` also reads and writes it, so that forms without JavaScript change the same cart. */
  cart: { maxAge: 30 * DAY_SECONDS, httpOnly: false },
  /** Products chosen on the shelf that are not in the cart yet. `cart-store.ts` writes this cookie. */
  basket: { maxAge: 30 * DAY_SECONDS, httpOnly: false },
  /** Picks that a form without JavaScript sent, for the product pages. Scripts keep picks in local storage instead. */
  mixes: { maxAge: 21 * DAY_SECONDS, httpOnly: false },
  /** Prices and stock as a visitor last saw them in the cart. */
  cart_seen: { maxAge: 30 * DAY_SECONDS, httpOnly: true },
  /** Lines that were just removed from the cart, for the next page. `cart-form.tsx` also writes this cookie. */
  cart_undo: { maxAge: 2 * MINUTE_SECONDS, httpOnly: false },
  /** Addresses that were just removed from the account, encrypted. */
  address_undo: { maxAge: 2 * MINUTE_SECONDS, httpOnly: true },
  /** The idempotency key of an order. A retry after a lost response returns the same order. */
  checkout_key: { maxAge: DAY_SECONDS, httpOnly: true },
  coupon: { maxAge: DAY_SECONDS, httpOnly: true },
  /** Entered values of the checkout. `delivery-draft.ts` also writes this cookie, at every keystroke. */
  delivery: { maxAge: 7 * DAY_SECONDS, httpOnly: false },
  ref: { maxAge: REMEMBERED_DAYS * DAY_SECONDS, httpOnly: true },
  /** The referral discount in percent, which cached pages show. The cookie itself grants no discount. */
  friend: { maxAge: REMEMBERED_DAYS * DAY_SECONDS, httpOnly: false },
  /** The kind of account, by which cached pages choose the links of the account menu. The cookie grants no access. */
  account: { maxAge: 30 * DAY_SECONDS, httpOnly: false },
  /** Set if the person has signed out without a network. `leave-offline.ts` writes it. */
  left: { maxAge: 30 * DAY_SECONDS, httpOnly: false },
  'worker-language': { maxAge: 365 * DAY_SECONDS, httpOnly: true },
}
export type CookieName = keyof typeof COOKIES

/** Names without the prefix that they have over https (server/cookie-edge.ts). */
export const COOKIE_NAMES: ReadonlySet<string> = new Set(Object.keys(COOKIES))

export function cookiePaths(name: CookieName): readonly string[] {
  if (name === 'delivery') return DELIVERY_PATHS
  return name === 'mixes' ? [MIXES_PATH] : ['/']
}

/** Returns the value of a cookie in a Cookie header, or '' if it is missing. */
export function parseCookieHeader(header: string, name: CookieName): string {
  return header === '' ? '' : (parse(header, name)[name] ?? '')
}

/** Returns Set-Cookie values with the checkout's entered values, only for its pages. An empty value deletes them. */
export function deliveryCookies(request: Request, value: string): string[] {
  const isSecure = isHttps(request)
  return DELIVERY_PATHS.map((path) => serializeSetCookie('delivery', value, isSecure, path))
}

/** Returns a Set-Cookie value with picks of mixes. Deletes the cookie for no mixes, or too many for a cookie. */
export function mixesCookie(request: Request, mixes: Cart): string {
  const text = fitsCookie(mixes) ? serializeCart(mixes) : ''
  return serializeSetCookie('mixes', text, isHttps(request), MIXES_PATH)
}

export function readMixesCookie(request: Request): Cart {
  return parseCart(readCookie(request, 'mixes'))
}

/** Returns the value of a cookie in a request, or '' if it is missing. */
export function readCookie(request: Request, name: CookieName): string {
  return parseCookieHeader(request.headers.get('cookie') ?? '', name)
}

export function serializeSetCookie(name: CookieName, value: string, isSecure: boolean, path = '/'): string {
  const { maxAge, httpOnly } = COOKIES[name]
  const age = value === '' ? 0 : maxAge
  return serialize(name, value, { path, maxAge: age, httpOnly, secure: isSecure, sameSite: 'Lax' })
}

export function setCookie(request: Request, name: CookieName, value: string): string {
  return serializeSetCookie(name, value, isHttps(request))
}

function isHttps({ url }: Request): boolean {
  return new URL(url).protocol === 'https:'
}

export function setsCookie(response: Response, name: CookieName): boolean {
  return response.headers.getSetCookie().some((cookie) => cookie.startsWith(`${name}=`))
}

export function readBasketCookie(request: Request): Cart {
  return parseCart(readCookie(request, 'basket'))
}

/** Returns the Set-Cookie value of a cart. For a visitor's empty cart it deletes the cookie. */
export function cartCookie({ cart, version }: { cart: Cart; version: string | null }, request: Request) {
  return setCookie(request, 'cart', serializeCookie(cart, version))
}

/** Returns the idempotency key of this checkout, or a new key. `setCookie`: null if the browser already has the key. */
export function openCheckoutKey(request: Request): { key: string; setCookie: string | null } {
  const key = readCookie(request, 'checkout_key')
  return isUuid(key) ? { key, setCookie: null } : newCheckoutKey(request)
}

export function newCheckoutKey(request: Request): { key: string; setCookie: string } {
  const key = randomUUID()
  return { key, setCookie: setCookie(request, 'checkout_key', key) }
}

/** Returns the coupon and referral codes that the browser remembers, in upper case. */
export function readCodes(request: Request): EnteredCodes {
  const coupon = couponCodeInput.safeParse(readCookie(request, 'coupon'))
  return { couponCode: coupon.success ? coupon.data : null, referralCode: readReferralCode(request) }
}

export function readReferralCode(request: Request): string | null {
  return referralCodeInput.safeParse(readCookie(request, 'ref')).data || null
}

/** Returns the actor's kind of account, by which the account menu chooses its links; '' for a visitor. */
export function hintFor(actor: Actor): AccountHint {
  if (actor.kind === 'visitor') return ''
  if (may(actor, 'dashboard')) return 'admin'
  if (actor.coordinates.length > 0) return 'coordinator'
  return actor.isWorker ? 'worker' : 'customer'
}

/** Returns a Set-Cookie value if the browser's hint differs from the actor's kind of account; otherwise null. */
export function hintCookie(request: Request, actor: Actor): string | null {
  const hint = hintFor(actor)
  return readCookie(request, 'account') === hint ? null : setCookie(request, 'account', hint)
}

/** Returns the language that this browser remembers for the worker's screens, or null. */
export function rememberedLanguage(request: Request): Language | null {
  return languageIn(readCookie(request, 'worker-language'))
}

/** Returns a Set-Cookie value, or null if the browser already remembers this language. */
export function languageCookie(request: Request, language: Language): string | null {
  return rememberedLanguage(request) === language ? null : setCookie(request, 'worker-language', language)
}

/** Returns the language that a URL's `language` parameter chooses, or null. */
export function chosenLanguage(request: Request): Language | null {
  return languageIn(new URL(request.url).searchParams.get('language'))
}

export function leadsToWorker(request: Request): boolean {
  return isWorkerPath(new URL(request.url).searchParams.get('returnTo') ?? '')
}

/** Returns the language of sign-in pages: the chosen or remembered one, else Hindi on the way to workers' pages. */
export function authLanguage(request: Request): WrittenLanguage {
  const language = chosenLanguage(request) ?? rememberedLanguage(request)
  return writtenFor(language ?? (leadsToWorker(request) ? 'hi' : 'en'))
}

export function pinLanguage(request: Request): Language {
  return chosenLanguage(request) ?? rememberedLanguage(request) ?? 'hi'
}

/** Returns the language of sign-in, worker and coordinator pages. Null on cached pages and the first admin's. */
export function pageLanguage(request: Request): Language | null {
  const { pathname } = new URL(request.url)
  if (pathname === FIRST_ADMIN_PATH) return null
  if (pathname.startsWith('/auth/')) return authLanguage(request)
  if (/^\/worker\/(join|signin)(\.data)?$/.test(pathname) || isWorkerPath(pathname))
    return pinLanguage(request)
  return isCoordinatorPath(pathname) ? (chosenLanguage(request) ?? rememberedLanguage(request)) : null
}
