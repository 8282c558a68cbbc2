import { expect, it } from 'vitest'
import {
  cartCookie,
  hintCookie,
  newCheckoutKey,
  readCodes,
  readCookie,
  setCookie,
} from '#app/request/cookies.server.ts'
import { rememberLink } from '#server/referral-link.ts'
import { type Person, VISITOR } from '#shop/kernel/actor.ts'

const http = new Request('http://localhost/', { headers: { cookie: 'account=admin' } })
const https = new Request('https://shop.example/')
const person: Person = {
  ...{ kind: 'person', id: '', email: '', fullName: '' },
  ...{ staffRole: null, isWorker: false, coordinates: [], factorAt: null },
}
const cart = [{ number: 2, quantity: 3, picks: {} }]
const friend = { url: '/', code: 'CULTIVA12AB34' }

/** Returns the value and the attributes of a cookie. The attributes are sorted, because their order means nothing. */
function parts(cookie: string | null): string[] {
  const [value = '', ...attributes] = (cookie ?? '').split('; ')
  return [value, ...attributes.sort()]
}

it.each([
  ['a cart', cartCookie({ cart, version: null }, http), 'cart=2x3', '2592000', false],
  ['an account’s cart', cartCookie({ cart, version: 'a-b_9' }, http), 'cart=2x3~a-b_9', '2592000', false],
  [
    'a price snapshot',
    setCookie(http, 'cart_seen', '2.27900.40_3.100.1'),
    'cart_seen=2.27900.40_3.100.1',
    '2592000',
    true,
  ],
  ['no cart', cartCookie({ cart: [], version: null }, http), 'cart=', '0', false],
  ['the hint', hintCookie(http, person), 'account=customer', '2592000', false],
  ['no hint', hintCookie(http, VISITOR), 'account=', '0', false],
  ['a coupon', setCookie(http, 'coupon', 'SAVE10'), 'coupon=SAVE10', '86400', true],
  ['no coupon', setCookie(http, 'coupon', ''), 'coupon=', '0', true],
  ['the end of a checkout', setCookie(http, 'checkout_key', ''), 'checkout_key=', '0', true],
  ['a friend’s link', rememberLink(friend, '', false), 'ref=CULTIVA12AB34', '2592000', true],
  ['a language', setCookie(http, 'worker-language', 'hi'), 'worker-language=hi', '31536000', true],
])('sets or deletes the cookie of %s', (_, cookie, value, age, isHidden) => {
  const attributes = [`Max-Age=${age}`, 'Path=/', 'SameSite=Lax']
  expect(parts(cookie)).toEqual([value, ...(isHidden ? ['HttpOnly', ...attributes] : attributes)])
})

it('sets the cookie with a new checkout key', () => {
  const { key, setCookie } = newCheckoutKey(http)
  const attributes = ['HttpOnly', 'Max-Age=86400', 'Path=/', 'SameSite=Lax']
  expect(parts(setCookie)).toEqual([`checkout_key=${key}`, ...attributes])
})

it.each([
  cartCookie({ cart, version: null }, https),
  hintCookie(https, person),
  setCookie(https, 'coupon', 'SAVE10'),
  setCookie(https, 'checkout_key', ''),
  rememberLink(friend, '', true),
  setCookie(https, 'worker-language', 'hi'),
  setCookie(https, 'cart_seen', '2.27900.40'),
])('marks a cookie that was set over https as Secure: %s', (cookie) => {
  expect(parts(cookie)).toContain('Secure')
})

it('reads a cookie by its name, and takes the first of several', () => {
  const request = new Request('http://localhost/', {
    headers: { cookie: 'x; cart_seen=1.2.3; cart=2x3~a; coupon=A%20B; coupon=C; account="admin"; ref=%' },
  })
  expect(readCookie(request, 'cart')).toBe('2x3~a')
  expect(readCookie(request, 'coupon')).toBe('A B')
  expect(readCookie(request, 'account')).toBe('admin')
  expect(readCookie(request, 'ref')).toBe('%')
  expect(readCookie(request, 'checkout_key')).toBe('')
})

it('ignores a code that the database could not store', () => {
  const request = new Request('http://localhost/', { headers: { cookie: 'coupon=A%00B; ref=%00' } })
  expect(readCodes(request)).toEqual({ couponCode: null, referralCode: null })
})
