import { expect, it } from 'vitest'
import { pageAfterChange, pageAfterCookies } from '#app/cart/cart-action.server.ts'

it('redirects a cart change to the next page only if the browser sends cookies', () => {
  const request = (cookie: string) =>
    new Request('http://shop.test/cart', { headers: cookie ? { cookie } : {} })
  expect(pageAfterChange(request('cart=1x1'), '/checkout')).toBe('/checkout')
  expect(pageAfterChange(request(''), '/checkout')).toBe('/cart?kept=%2Fcheckout')
  expect(pageAfterCookies('/checkout')).toBe('/checkout')
  for (const stays of [null, '/cart', 'https://elsewhere.test/', '/admin'])
    expect(pageAfterCookies(stays)).toBeNull()
})
