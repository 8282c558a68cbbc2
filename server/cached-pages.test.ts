import { describe, expect, it } from 'vitest'
import { FRIEND_MARK } from '#app/frame/inserted-notices.ts'
import { toPage } from '#infra/page-cache/page-cache.ts'
import { withFriendOffer, withInlineStyles } from '#server/cached-pages.ts'

describe('a cached page with a friend’s offer', () => {
  it('is rendered once for each offer, up to a maximum number of offers', async () => {
    const html = Buffer.from(`<html>${FRIEND_MARK}</html>`)
    const page = await toPage({ 'content-type': 'text/html; charset=utf-8' }, html)
    const first = await withFriendOffer(page, '1%')
    expect(first.identity.toString()).toBe('<html>1%</html>')
    expect(await withFriendOffer(page, '1%')).toBe(first)
    for (const percent of ['2%', '3%', '4%']) await withFriendOffer(page, percent)
    expect(await withFriendOffer(page, '1%')).not.toBe(first)
  })
})

describe('a cached page with its own styles', () => {
  it('contains the stylesheets of pages, and fetches no font or picture first', () => {
    const html = [
      '<head><link rel="preload" as="font" href="/assets/f.woff2"/>',
      '<link rel="stylesheet" href="/assets/home-1.css" data-sheet="/assets/home-1.css" data-precedence="page"/>',
      '<link rel="stylesheet" href="/assets/other.css"/><title>Shop</title></head>',
    ].join('')
    const styled = withInlineStyles(html, { '/assets/home-1.css': 'p{top:$1}' }, 'n1')
    expect(styled).toBe(
      [
        '<head><link rel="stylesheet" href="/assets/other.css"/><title>Shop</title>',
        '<style nonce="n1" data-sheet="/assets/home-1.css">p{top:$1}</style></head>',
      ].join(''),
    )
  })
})
