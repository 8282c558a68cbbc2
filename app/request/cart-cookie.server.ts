import type { Cart } from '#shop/carts/cart.ts'
import { type CookieCart, parseCookie, serializeCookie } from '#shop/carts/cart-cookie.ts'

/** The browser's cart lives in a cookie that scripts may read: the same storage serves forms without JavaScript. */
export const CART_COOKIE = 'cart'
const THIRTY_DAYS = 30 * 24 * 3600

/** The value of a cookie in a request; '' when there is none. */
export function readCookie(request: Request, name: string): string {
  const pairs = (request.headers.get('cookie') ?? '').split(';')
  const found = pairs.map((pair) => pair.trim()).find((pair) => pair.startsWith(`${name}=`))
  return found?.slice(name.length + 1) ?? ''
}

export function readCartCookie(request: Request): CookieCart {
  return parseCookie(readCookie(request, CART_COOKIE))
}

/** A Set-Cookie value that keeps this cart; a visitor's empty one is forgotten. */
export function cartCookie({ cart, mark }: { cart: Cart; mark: string | null }, request: Request): string {
  const secure = new URL(request.url).protocol === 'https:' ? '; Secure' : ''
  const age = cart.length > 0 || mark !== null ? THIRTY_DAYS : 0
  return `${CART_COOKIE}=${serializeCookie(cart, mark)}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
}
