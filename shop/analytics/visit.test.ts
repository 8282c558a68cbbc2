import { describe, expect, it } from 'vitest'
import { type PageViewHeaders, pageViewOf } from '#shop/analytics/visit.ts'

const BROWSER: PageViewHeaders = {
  host: 'shop.test',
  'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
  accept: 'text/html,application/xhtml+xml',
}
const visit = (url: string, headers: PageViewHeaders = {}) =>
  pageViewOf('home', url, { ...BROWSER, ...headers })

describe('a visit', () => {
  it('is counted by its source', () => {
    const sources = Object.entries({
      'https://www.google.co.in/': 'search',
      'https://duckduckgo.com/': 'search',
      'https://mail.google.com/': 'email',
      'https://l.instagram.com/': 'social',
      'https://t.co/': 'social',
      'https://blog.example/millets': 'other',
      'https://notgoogle.example/': 'other',
      'android-app://com.example/': 'direct',
      'no address': 'direct',
    })
    for (const [referer, source] of sources) expect(visit('/', { referer })?.source, referer).toBe(source)
    expect(visit('/?ref=ANANYA20', { referer: 'https://wa.me/' })?.source).toBe('friends')
    expect(visit('/?utm_medium=email')?.source).toBe('email')
    expect(visit('/products?utm_medium=cpc', { referer: 'https://www.google.com/' })?.source).toBe('ads')
  })

  it('names the newsletter whose link led to it', () => {
    const link = '/products?utm_source=newsletter&utm_medium=email&utm_campaign='
    expect(visit(`${link}2026-11-7`)).toEqual({ landing: 'home', source: 'email', newsletter: '2026-11-7' })
    for (const other of ['', 'A', 'a'.repeat(41), '<b>'])
      expect(visit(link + other)).toEqual({ landing: 'home', source: 'email' })
    expect(visit('/?utm_source=other&utm_campaign=2026-11-7')).not.toHaveProperty('newsletter')
  })

  it('is not counted for links within the shop', () => {
    expect(visit('/products', { referer: 'http://shop.test/' })).toBeNull()
    expect(visit('/products', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' })).toBeNull()
    expect(visit('/products', { referer: 'http://shop.test.example/' })?.source).toBe('other')
  })

  it('is not counted for visitors who ask not to be, robots, previews and requests other than pages', () => {
    const left: PageViewHeaders[] = [
      { dnt: '1' },
      { 'sec-gpc': '1' },
      { 'user-agent': '' },
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      { 'user-agent': 'curl/8.5.0' },
      { 'user-agent': 'Mozilla/5.0 HeadlessChrome/130.0' },
      { 'user-agent': 'WhatsApp/2.24' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'sec-fetch-dest': 'empty' },
      { accept: '*/*' },
    ]
    for (const headers of left) expect(visit('/', headers), JSON.stringify(headers)).toBeNull()
    expect(visit('/', { dnt: '0', 'sec-fetch-dest': 'document', accept: '*/*' })).not.toBeNull()
  })
})
