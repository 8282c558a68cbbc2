import { randomUUID } from 'node:crypto'
import { readCookie } from '#app/request/cart-cookie.server.ts'
import { isUuid } from '#shop/kernel/ids.ts'

/**
 * The key that makes placing an order idempotent. It outlives the page: whoever reloads because the answer to
 * "Place Order" got lost on the way asks with the same key again, and gets the same order.
 */
const CHECKOUT_KEY = 'checkout_key'
const ONE_DAY = 24 * 3600

/** The key of the checkout that is under way, or a new one; `setCookie` is null when the browser has it already. */
export function openCheckoutKey(request: Request): { key: string; setCookie: string | null } {
  const kept = readCookie(request, CHECKOUT_KEY)
  return isUuid(kept) ? { key: kept, setCookie: null } : newCheckoutKey(request)
}

export function newCheckoutKey(request: Request): { key: string; setCookie: string } {
  const key = randomUUID()
  return { key, setCookie: cookie(request, key, ONE_DAY) }
}

/** A Set-Cookie value for the end of a checkout. */
export function closeCheckoutKey(request: Request): string {
  return cookie(request, '', 0)
}

function cookie(request: Request, value: string, age: number): string {
  const secure = new URL(request.url).protocol === 'https:' ? '; Secure' : ''
  return `${CHECKOUT_KEY}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`
}
