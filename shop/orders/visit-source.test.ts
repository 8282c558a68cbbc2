import { describe, expect, it } from 'vitest'
import { landingSource } from '#shop/orders/visit-source.ts'

describe('landingSource', () => {
  const sourceFor = (path: string, referrer = '', isRepeat = false) =>
    landingSource({ url: `https://shop.test${path}`, referrer, isRepeat })

  it('reads the source from query and referrer of the first page', () => {
    expect(sourceFor('/')).toBe('direct')
    expect(sourceFor('/product/ragi-mix', 'https://www.google.co.in/')).toBe('search')
    expect(sourceFor('/products?utm_medium=email&utm_campaign=2026-11-7')).toBe('email')
    expect(sourceFor('/?ref=ANANYA20', 'https://wa.me/')).toBe('friends')
  })

  it('returns null for a visit that continues within the shop or begins on a page that is no landing page', () => {
    expect(sourceFor('/products', 'https://shop.test/')).toBeNull()
    for (const path of ['/checkout', '/cart', '/auth/verify-email?token=1', '/orders/1', '/profile'])
      expect(sourceFor(path, 'https://mail.google.com/'), path).toBeNull()
  })

  it('returns null instead of direct for a reloaded page, which may have lost its query', () => {
    expect(sourceFor('/', '', true)).toBeNull()
    expect(sourceFor('/', 'https://www.google.com/', true)).toBe('search')
  })
})
