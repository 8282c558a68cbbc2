import { describe, expect, it } from 'vitest'
import { cacheKey } from '#server/cacheable.ts'

describe('which answers are kept', () => {
  it.each([
    '/',
    '/products',
    '/product/mixed-flavour',
    '/play-with-food',
    '/play-with-food/idli',
    '/api/products',
    '/api/products/ragi-mix',
    '/api/categories',
  ])('%s is kept under its own address', (url) => {
    expect(cacheKey(url)).toBe(url)
  })

  it('the shelf is kept once for each filter it knows', () => {
    expect(cacheKey('/products?category=sweet')).toBe('/products?category=sweet')
    expect(cacheKey('/products?category=nonsense')).toBe('/products?category=all')
  })

  it.each([
    '/cart',
    '/checkout',
    '/orders',
    '/profile',
    '/auth/signin',
    '/api/orders',
    '/api/products?all=1',
    '/api/products?q=ragi',
    '/products?category=sweet&x=1',
    '/play-with-food?q=idli',
    '/product/a/b',
    '/?utm_source=mail',
    `/product/${'x'.repeat(200)}`,
    '/products.data',
    '//products',
  ])('%s is not', (url) => {
    expect(cacheKey(url)).toBeNull()
  })
})
