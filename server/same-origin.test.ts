import { describe, expect, it } from 'vitest'
import { isSameOrigin } from '#server/same-origin.ts'

const OWN = ['https://shop.example']
const isAllowed = (method: string, headers: Record<string, string>, path = '/auth/signin') =>
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
  it('allows reads from anywhere', () => {
    expect(isAllowed('GET', { cookie: 'a=1', origin: 'https://evil.example' })).toBe(true)
  })

  it.each(FOREIGN)('refuses writes with the headers %o, with or without a cookie', (headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE']) {
      expect(isAllowed(method, headers), method).toBe(false)
      expect(isAllowed(method, { ...headers, cookie: 'a=1' }), method).toBe(false)
    }
  })

  it('allows writes of the shop’s own pages', () => {
    const own: Record<string, string>[] = [
      { origin: 'https://shop.example' },
      { origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' },
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-origin' },
      { origin: 'https://shop.example', 'sec-fetch-site': 'none' },
    ]
    for (const headers of own) {
      expect(isAllowed('POST', headers)).toBe(true)
      expect(isAllowed('POST', { ...headers, cookie: 'a=1' })).toBe(true)
    }
  })

  it('allows writes of programs that send no cookie', () => {
    expect(isAllowed('POST', {})).toBe(true)
    expect(isAllowed('DELETE', { cookie: 'a=1' })).toBe(false)
  })

  it('allows writes to the API with a bearer token, although the token is then also in the cookie', () => {
    const app = { cookie: 'a=1', authorization: 'Bearer x.y' }
    expect(isAllowed('POST', app, '/api/cart')).toBe(true)
    expect(isAllowed('POST', app, '/profile')).toBe(false)
    expect(isAllowed('POST', { ...app, authorization: 'Basic eDp5' }, '/api/cart')).toBe(false)
    expect(isAllowed('POST', { ...app, origin: 'https://evil.example' }, '/api/cart')).toBe(false)
  })

  it('allows posts of payment providers, but only to the providers’ paths', () => {
    const theirs = { origin: 'https://api.razorpay.com', 'sec-fetch-site': 'cross-site' }
    expect(isAllowed('POST', theirs, '/api/webhooks/razorpay')).toBe(true)
    expect(isAllowed('POST', theirs, '/api/payments/return')).toBe(true)
    for (const path of ['/api/process-payment', '/api/payments/return/x', '/x/api/payments/return'])
      expect(isAllowed('POST', theirs, path), path).toBe(false)
  })
})
