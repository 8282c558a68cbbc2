import { describe, expect, it } from 'vitest'
import { openingSource } from '#shop/orders/visit-source.ts'

describe('the source of the visit in which someone orders', () => {
  const opened = (path: string, referrer = '', isAgain = false) =>
    openingSource({ address: `https://shop.test${path}`, referrer, isAgain })

  it('is what its first document was opened from', () => {
    expect(opened('/')).toBe('direct')
    expect(opened('/product/ragi-mix', 'https://www.google.co.in/')).toBe('search')
    expect(opened('/products?utm_medium=email&utm_campaign=2026-11-7')).toBe('email')
    expect(opened('/?ref=ANANYA20', 'https://wa.me/')).toBe('friends')
  })

  it('is unknown where the document goes on from the shop, or begins elsewhere than on a public page', () => {
    expect(opened('/products', 'https://shop.test/')).toBeNull()
    for (const path of ['/checkout', '/cart', '/auth/verify-email?token=1', '/orders/1', '/profile'])
      expect(opened(path, 'https://mail.google.com/'), path).toBeNull()
  })

  it('is not taken for direct when the document was loaded again, without what its address said first', () => {
    expect(opened('/', '', true)).toBeNull()
    expect(opened('/', 'https://www.google.com/', true)).toBe('search')
  })
})
