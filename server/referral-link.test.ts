import { describe, expect, it } from 'vitest'
import { readReferralLink, rememberedCode, rememberLink } from '#server/referral-link.ts'

describe("a friend's link", () => {
  it('is the page itself, with a code', () => {
    expect(readReferralLink('/?ref=cultiva12ab34')).toEqual({ url: '/', code: 'CULTIVA12AB34' })
    expect(readReferralLink('/products?category=meal-mix&ref=CULTIVA12AB34')).toEqual({
      url: '/products?category=meal-mix',
      code: 'CULTIVA12AB34',
    })
  })

  it.each([
    '/',
    '/products?category=meal-mix',
    '/?ref=',
    '/?ref=%0d%0aSet-Cookie',
    '/?pref=CULTIVA',
    '/?ref=a;b',
    '/api/products?ref=cultiva12ab34',
  ])('is not %s', (url) => {
    expect(readReferralLink(url)).toBeNull()
  })

  it('is remembered for 30 days, by the server alone', () => {
    const cookie = rememberLink({ url: '/', code: 'CULTIVA12AB34' }, 'cart=1x1', true)
    expect(cookie).toBe('ref=CULTIVA12AB34; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax')
    expect(rememberLink({ url: '/', code: 'CULTIVA12AB34' }, '', false)).not.toMatch(/Secure/)
  })

  it('does not take the place of an earlier one', () => {
    expect(rememberLink({ url: '/', code: 'CULTIVA12AB34' }, 'cart=; ref=CULTIVA999999', true)).toBeNull()
    expect(rememberedCode('cart=; ref=CULTIVA999999')).toBe('CULTIVA999999')
    expect(rememberedCode('href=CULTIVA999999')).toBeNull()
    expect(rememberedCode('ref=<script>')).toBeNull()
  })

  it('is no word that another site put there, and a friend’s comes in its place', () => {
    const link = { url: '/', code: 'CULTIVA12AB34' }
    for (const word of ['PRODUCTHUNT', 'FACEBOOK', 'NEWSLETTER2026', '12AB34']) {
      expect(rememberLink({ url: '/', code: word }, '', true)).toBeNull()
      expect(rememberLink(link, `ref=${word}`, true)).toMatch(/^ref=CULTIVA12AB34;/)
    }
    expect(readReferralLink('/?ref=producthunt')).toMatchObject({ url: '/' })
  })
})
