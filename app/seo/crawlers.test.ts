import { expect, it } from 'vitest'
import { robotsTxt } from './robots.ts'
import { sitemapXml } from './sitemap.ts'

const origin = 'https://shop.test'

it('closes personal paths in robots.txt, and names the sitemap there', () => {
  const text = robotsTxt({ origin, isDemo: false })
  for (const path of ['/cart', '/checkout', '/orders', '/profile', '/auth/', '/api/', '/demo/'])
    expect(text).toContain(`\nDisallow: ${path}\n`)
  expect(text).toMatch(/\nSitemap: https:\/\/shop\.test\/sitemap\.xml\n$/)
})

it('closes all paths of a demonstration in robots.txt', () => {
  expect(robotsTxt({ origin, isDemo: true })).toBe('User-agent: *\nDisallow: /\n')
})

it('lists absolute URLs in the sitemap, with the time of the last change if known', () => {
  const changedAt = new Date('2026-11-02T03:04:05Z')
  const xml = sitemapXml([{ path: '/' }, { path: '/product/1', changedAt }], 'https://shop.test')
  expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+">\n/)
  expect(xml).toContain('<url><loc>https://shop.test/</loc></url>')
  expect(xml).toContain(
    '<url><loc>https://shop.test/product/1</loc><lastmod>2026-11-02T03:04:05.000Z</lastmod></url>',
  )
})

it('escapes XML characters in the sitemap', () => {
  const xml = sitemapXml([{ path: '/products?a=1&b=<2>' }], 'https://shop.test')
  expect(xml).toContain('<loc>https://shop.test/products?a=1&amp;b=&lt;2&gt;</loc>')
})
