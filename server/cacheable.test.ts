import { describe, expect, it } from 'vitest'
import { cacheKey, isForEverybody, isSearch, publicUrls, staleKey } from '#server/cacheable.ts'

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
    expect(cacheKey('/products?category=sweet&x=1')).toBe('/products?category=sweet')
    expect(cacheKey('/products?q=ragee+bajara')).toBe('/products')
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

describe('what stands in when nothing can be rendered', () => {
  it.each([
    ['/?utm_source=mail', '/'],
    ['/products?category=sweet&utm_source=mail', '/products?category=sweet'],
    ['/products?sort=x', '/products'],
    ['/play-with-food?q=idli', '/play-with-food'],
    ['/cart?x=1', null],
    ['/api/products?q=ragi', null],
  ])('for %s: %s', (url, key) => {
    expect(staleKey(url)).toBe(key)
  })

  it('every public page is one that is kept', () => {
    const urls = publicUrls(['ragi'], ['idli'])
    expect(urls).toContain('/product/ragi')
    expect(urls.filter((url) => cacheKey(url) !== url)).toEqual([])
  })
})

describe('a search', () => {
  it.each([
    ['/search', true],
    ['/search?q=ragi', true],
    ['/search.data?q=ragi&_routes=x', true],
    ['/play-with-food?q=idli', true],
    ['/play-with-food.data?q=idli', true],
    ['/play-with-food?method=baked', false],
    ['/products?q=ragi', false],
    ['/cart?q=ragi', false],
  ])('%s: %s', (url, expected) => {
    expect(isSearch(new URL(url, 'http://shop.test'))).toBe(expected)
  })

  it('is shown without knowing who asks, as what is kept is, and nothing that belongs to a person', () => {
    for (const path of ['/search', '/search.data', '/', '/products']) expect(isForEverybody(path)).toBe(true)
    for (const path of ['/cart', '/orders', '/admin']) expect(isForEverybody(path)).toBe(false)
  })
})
