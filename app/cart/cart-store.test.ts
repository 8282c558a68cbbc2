import { afterEach, expect, it, vi } from 'vitest'
import { changeCart, storeBasket, storedCart } from '#app/cart/cart-store.ts'
import { BROWSER_FULL, COOKIES_BLOCKED } from '#shop/carts/cart-cookie.ts'

/**
 * Replaces the browser's cookies. With `isBlocking`, writing a cookie has no effect and throws no error, as in real
 * browsers.
 */
function stubCookies(isBlocking: boolean): void {
  const jar = new Map<string, string>()
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('document', {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [name = '', value = ''] = text.split(';')[0]?.split('=') ?? []
      if (!isBlocking) jar.set(name, value)
    },
  })
}

afterEach(() => void vi.unstubAllGlobals())

const line = { number: 1, quantity: 2, picks: {} }
const long = Array.from({ length: 1500 }, (_, at) => ({ ...line, number: at + 1 }))

it('stores a cart and a basket that fit the cookie, and refuses larger carts', () => {
  stubCookies(false)
  expect(changeCart(() => [line])).toBeNull()
  expect(storedCart().cart).toEqual([line])
  expect(changeCart(() => long)).toBe(BROWSER_FULL)
  expect(storeBasket([line])).toBeNull()
  expect(storeBasket(long)).toBe(BROWSER_FULL)
  expect(storedCart().cart).toEqual([line])
})

it('asks to allow cookies if the browser blocks them', () => {
  stubCookies(true)
  expect(changeCart(() => [line])).toBe(COOKIES_BLOCKED)
  expect(storeBasket([line])).toBe(COOKIES_BLOCKED)
  expect(storedCart().cart).toEqual([])
})
