import { expect, it } from 'vitest'
import { pageAfterChange, pageAfterCookies } from '#app/cart/cart-action.server.ts'

it('redirects to the next page at once if there is a cookie, otherwise by the cart page, and to known pages only', () => {
  const request = (cookie: string) =>
    new Request('http://shop.test/cart', { headers: cookie ? { cookie } : {} })
  expect(pageAfterChange(request('cart=1x1'), '/checkout')).toBe('/checkout')
  expect(pageAfterChange(request(''), '/checkout')).toBe('/cart?kept=%2Fcheckout')
  expect(pageAfterCookies('/checkout')).toBe('/checkout')
  for (const stays of [null, '/cart', 'https://elsewhere.test/', '/admin'])
    expect(pageAfterCookies(stays)).toBeNull()
})
