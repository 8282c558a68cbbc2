import { describe, expect, it } from 'vitest'
import { cachedUrls, cacheKey, canonicalPath, isPublic, isSearch, staleKey } from '#server/cacheable.ts'
import { ALL_FEATURES } from '#shop/ctx.ts'
import { pageRegistry } from '#tests/page-routes.ts'

const pages = await pageRegistry()

describe('cacheKey', () => {
  it.each([
    '/',
    '/products',
    '/product/mixed-flavour',
    '/play-with-food',
    '/play-with-food/idli',
    '/api/products',
    '/api/products/ragi-mix',
    '/api/categories',
  ])('of %s is the URL itself', (url) => {
    expect(cacheKey(url, pages)).toBe(url)
  })

  it('of the product list keeps only a known filter', () => {
    expect(cacheKey('/products?category=sweet', pages)).toBe('/products?category=sweet')
    expect(cacheKey('/products?category=nonsense', pages)).toBe('/products?category=all')
    expect(cacheKey('/products?category=sweet&x=1', pages)).toBe('/products?category=sweet')
    expect(cacheKey('/products?q=ragee+bajara', pages)).toBe('/products')
  })

  it.each([
    ['/?utm_source=mail&utm_campaign=x', '/'],
    ['/product/ragi-mix?gclid=1', '/product/ragi-mix'],
    ['/play-with-food?fbclid=1', '/play-with-food'],
    ['/contact?utm_source=mail', '/contact'],
    ['/about?method=baked', '/about'],
  ])('of %s is %s, whose page reads none of these parameters', (url, key) => {
    expect(cacheKey(url, pages)).toBe(key)
  })

  it.each([
    ['/products/', '/products'],
    ['/Products', '/products'],
    ['/product/RAGI-mix/', '/product/ragi-mix'],
    ['/products', null],
    ['/', null],
    ['//', '/'],
    ['///', '/'],
    ['//products', '/products'],
    ['/play-with-food//idli//', '/play-with-food/idli'],
    ['//evil.example/', null],
    ['//evil.example/products/', null],
    ['/cart/', null],
    ['/api/products/', null],
  ])('is reached from %s by a redirect to %s', (path, usual) => {
    expect(canonicalPath(path, pages, ALL_FEATURES)).toBe(usual)
  })

  it('is not reached by a redirect if its page is switched off', () => {
    expect(canonicalPath('/Hydration/', pages, { ...ALL_FEATURES, hydration: false })).toBeNull()
  })

  it('has one value for each page, so that no query fills the cache', () => {
    const paths = ['/', '/products', '/product/ragi', '/contact', '/play-with-food']
    const keys = new Set<string | null>()
    for (let number = 0; number < 100_000; number++) {
      const path = paths[number % paths.length]
      keys.add(cacheKey(`${path}?${(number * 2654435761).toString(36)}=${number}&category=${number}`, pages))
    }
    expect([...keys].sort()).toEqual([
      '/',
      '/contact',
      '/play-with-food',
      '/product/ragi',
      '/products?category=all',
    ])
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
    '/play-with-food?utm_source=mail&method=baked',
    '/product/ragi-mix?fbclid=1&reviewed=1',
    '/contact?subject=order',
    '/hydration/contact?subject=order',
    '/contact?order=3f2a9c01-0000-4000-8000-000000000001',
    `/product/${'x'.repeat(200)}`,
    '/product/Ragi-Mix',
    '/api/products/Ragi-Mix',
    '/products.data',
    '//products',
  ])('of %s is null', (url) => {
    expect(cacheKey(url, pages)).toBeNull()
  })
})

describe('the cached page that replaces a failed rendering', () => {
  it.each([
    ['/?utm_source=mail', '/'],
    ['/products?category=sweet&utm_source=mail', '/products?category=sweet'],
    ['/products?sort=x', '/products'],
    ['/play-with-food?q=idli', '/play-with-food'],
    ['/cart?x=1', null],
    ['/api/products?q=ragi', null],
  ])('for %s: %s', (url, key) => {
    expect(staleKey(url, pages)).toBe(key)
  })

  it('exists for every public page', () => {
    const urls = cachedUrls(pages, ALL_FEATURES, { products: ['ragi'], recipes: ['idli'] })
    for (const url of [
      '/',
      '/products',
      '/products?category=sweet',
      '/product/ragi',
      '/play-with-food/idli',
      '/robots.txt',
    ])
      expect(urls).toContain(url)
    expect(new Set(urls).size).toBe(urls.length)
    expect(
      cachedUrls(pages, { ...ALL_FEATURES, hydration: false }, { products: [], recipes: [] }),
    ).not.toContain('/replenish')
    expect(urls.filter((url) => cacheKey(url, pages) !== url)).toEqual([])
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

  it('is public, as cached pages are and personal pages are not', () => {
    for (const path of ['/search', '/search.data', '/', '/products']) expect(isPublic(path, pages)).toBe(true)
    for (const path of ['/cart', '/orders', '/admin']) expect(isPublic(path, pages)).toBe(false)
  })
})
