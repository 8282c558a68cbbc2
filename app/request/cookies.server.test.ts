import { expect, it } from 'vitest'
import { hintCookie } from '#app/request/account-hint.server.ts'
import { cartCookie } from '#app/request/cart-cookie.server.ts'
import { closeCheckoutKey, newCheckoutKey } from '#app/request/checkout-key.server.ts'
import { couponCookie } from '#app/request/discount-cookies.server.ts'
import { languageCookie } from '#app/request/worker.server.ts'
import { rememberLink } from '#server/referral-link.ts'
import { VISITOR } from '#shop/customers/actor.ts'

const http = new Request('http://localhost/', { headers: { cookie: 'account=admin' } })
const https = new Request('https://shop.example/')
const person = { kind: 'person', isAdmin: false, isWorker: false } as Parameters<typeof hintCookie>[1]
const cart = [{ number: 2, quantity: 3, picks: {} }]
const friend = { url: '/', code: 'CULTIVA12AB34' }

/** The value, and the attributes in alphabetical order: browsers do not mind how they are sorted. */
function parts(cookie: string | null): string[] {
  const [value = '', ...attributes] = (cookie ?? '').split('; ')
  return [value, ...attributes.sort()]
}

it.each([
  ['a cart', cartCookie({ cart, mark: null }, http), 'cart=2x3', '2592000', false],
  ['an account’s cart', cartCookie({ cart, mark: 'a-b_9' }, http), 'cart=2x3~a-b_9', '2592000', false],
  ['no cart', cartCookie({ cart: [], mark: null }, http), 'cart=', '0', false],
  ['the hint', hintCookie(http, person), 'account=customer', '2592000', false],
  ['no hint', hintCookie(http, VISITOR), 'account=', '0', false],
  ['a coupon', couponCookie('SAVE10', http), 'coupon=SAVE10', '86400', true],
  ['no coupon', couponCookie(null, http), 'coupon=', '0', true],
  ['the end of a checkout', closeCheckoutKey(http), 'checkout_key=', '0', true],
  ['a friend’s link', rememberLink(friend, '', false), 'ref=CULTIVA12AB34', '2592000', true],
  ['a language', languageCookie('hi'), 'worker-language=hi', '31536000', true],
])('%s', (_, cookie, value, age, isHidden) => {
  const shown = [`Max-Age=${age}`, 'Path=/', 'SameSite=Lax']
  expect(parts(cookie)).toEqual([value, ...(isHidden ? ['HttpOnly', ...shown] : shown)])
})

it('the key of a checkout', () => {
  const { key, setCookie } = newCheckoutKey(http)
  const attributes = ['HttpOnly', 'Max-Age=86400', 'Path=/', 'SameSite=Lax']
  expect(parts(setCookie)).toEqual([`checkout_key=${key}`, ...attributes])
})

it.each([
  cartCookie({ cart, mark: null }, https),
  hintCookie(https, person),
  couponCookie('SAVE10', https),
  closeCheckoutKey(https),
  rememberLink(friend, '', true),
])('goes over https only once it came over https: %s', (cookie) => {
  expect(parts(cookie)).toContain('Secure')
})
