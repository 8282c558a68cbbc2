import { describe, expect, it } from 'vitest'
import { isSameOrigin } from '#server/same-origin.ts'

const OWN = ['https://shop.example']
const asks = (method: string, headers: Record<string, string>, path = '/auth/signin') =>
  isSameOrigin({ method, path }, new Headers(headers), OWN)

const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'http://shop.example' },
  { origin: 'https://shop.example.evil' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'same-site', origin: 'https://blog.shop.example' },
  { 'sec-fetch-site': 'cross-site', origin: 'null' },
  { 'sec-fetch-site': 'cross-site', origin: 'https://shop.example' },
  { 'sec-fetch-site': 'same-origin', origin: 'https://rebound.example' },
]

describe('same origin', () => {
  it('lets reads through from anywhere', () => {
    expect(asks('GET', { cookie: 'a=1', origin: 'https://evil.example' })).toBe(true)
  })

  it.each(FOREIGN)('refuses what %o sends, with a cookie or without', (headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE']) {
      expect(asks(method, headers), method).toBe(false)
      expect(asks(method, { ...headers, cookie: 'a=1' }), method).toBe(false)
    }
  })

  it("lets the shop's own pages post", () => {
    const own: Record<string, string>[] = [
      { origin: 'https://shop.example' },
      { origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' },
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-origin' },
      { origin: 'https://shop.example', 'sec-fetch-site': 'none' },
    ]
    for (const headers of own) {
      expect(asks('POST', headers)).toBe(true)
      expect(asks('POST', { ...headers, cookie: 'a=1' })).toBe(true)
    }
  })

  it('lets a program post that is no browser, unless it brings a cookie', () => {
    expect(asks('POST', {})).toBe(true)
    expect(asks('DELETE', { cookie: 'a=1' })).toBe(false)
  })

  it('lets payment providers post, and nothing that only looks like their paths', () => {
    const theirs = { origin: 'https://api.razorpay.com', 'sec-fetch-site': 'cross-site' }
    expect(asks('POST', theirs, '/api/webhooks/razorpay')).toBe(true)
    expect(asks('POST', theirs, '/api/payments/return')).toBe(true)
    for (const path of ['/api/process-payment', '/api/payments/return/x', '/x/api/payments/return'])
      expect(asks('POST', theirs, path), path).toBe(false)
  })
})
