import { expect, it } from 'vitest'
import { sitemapXml } from './sitemap-entries.ts'

it('names every address in full, with the day of its last change where that is known', () => {
  const changedAt = new Date('2026-11-02T03:04:05Z')
  const xml = sitemapXml([{ path: '/' }, { path: '/product/1', changedAt }], 'https://shop.test')
  expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+">\n/)
  expect(xml).toContain('<url><loc>https://shop.test/</loc></url>')
  expect(xml).toContain(
    '<url><loc>https://shop.test/product/1</loc><lastmod>2026-11-02T03:04:05.000Z</lastmod></url>',
  )
})

it('escapes what XML would misread', () => {
  const xml = sitemapXml([{ path: '/products?a=1&b=<2>' }], 'https://shop.test')
  expect(xml).toContain('<loc>https://shop.test/products?a=1&amp;b=&lt;2&gt;</loc>')
})
