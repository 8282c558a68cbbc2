import { describe, expect, it } from 'vitest'
import { isSameOrigin } from '#server/same-origin.ts'

const OWN = ['https://shop.example']
const asks = (method: string, headers: Record<string, string>) =>
  isSameOrigin(method, new Headers(headers), OWN)

describe('same origin', () => {
  it('lets reads through from anywhere', () => {
    expect(asks('GET', { cookie: 'a=1', origin: 'https://evil.example' })).toBe(true)
  })

  it('lets a post with a cookie through only from the shop itself', () => {
    expect(asks('POST', { cookie: 'a=1', origin: 'https://shop.example' })).toBe(true)
    for (const origin of [
      'https://evil.example',
      'http://shop.example',
      'https://shop.example.evil',
      'null',
    ]) {
      expect(asks('POST', { cookie: 'a=1', origin })).toBe(false)
    }
    expect(asks('DELETE', { cookie: 'a=1' })).toBe(false)
  })

  it('lets a post without a cookie through: it acts for nobody', () => {
    expect(asks('POST', {})).toBe(true)
  })
})
