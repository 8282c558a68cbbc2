import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { NO_RATE_LIMITS } from '#infra/rate-limits/rate-limits.ts'
import { codeInCookie, friendOffers, readReferralLink, rememberLink } from '#server/referral-link.ts'
import type { OfferPolicy } from '#shop/ctx.ts'
import { type Actor, VISITOR } from '#shop/kernel/actor.ts'
import { openReferrals } from '#shop/referrals/assign-codes.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const friend = await makeUser(db)
const referrals = await openReferrals(ctx(friend))
const code = referrals.ok ? referrals.value : ''

describe('a friend’s link', () => {
  it('is the page’s URL with a code', () => {
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

  it('is remembered for 30 days, in a cookie that scripts cannot read', () => {
    const cookie = rememberLink({ url: '/', code: 'CULTIVA12AB34' }, 'cart=1x1', true)
    expect(cookie).toBe('ref=CULTIVA12AB34; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax')
    expect(rememberLink({ url: '/', code: 'CULTIVA12AB34' }, '', false)).not.toMatch(/Secure/)
  })

  it('does not replace an earlier link', () => {
    expect(rememberLink({ url: '/', code: 'CULTIVA12AB34' }, 'cart=; ref=CULTIVA999999', true)).toBeNull()
    expect(codeInCookie('cart=; ref=CULTIVA999999')).toBe('CULTIVA999999')
    expect(codeInCookie('href=CULTIVA999999')).toBeNull()
    expect(codeInCookie('ref=<script>')).toBeNull()
  })

  it('is not read from another site’s `ref`, and a friend’s code replaces such a value', () => {
    const link = { url: '/', code: 'CULTIVA12AB34' }
    for (const word of ['PRODUCTHUNT', 'FACEBOOK', 'NEWSLETTER2026', '12AB34']) {
      expect(rememberLink({ url: '/', code: word }, '', true)).toBeNull()
      expect(rememberLink(link, `ref=${word}`, true)).toMatch(/^ref=CULTIVA12AB34;/)
    }
    expect(readReferralLink('/?ref=producthunt')).toMatchObject({ url: '/' })
  })
})

describe('a friend’s offer', () => {
  function shop(offers: Partial<OfferPolicy> = {}) {
    const { config } = ctx()
    const sellingConfig = { config: { ...config, offers: { ...config.offers, ...offers } } }
    const onError = (error: unknown) => {
      throw error
    }
    const friends = friendOffers({
      ctxFor: (actor) => ctx(actor, sellingConfig),
      limits: NO_RATE_LIMITS,
      onError,
    })
    const check = (fields: { cookies?: string; code?: string; actor?: Actor }) =>
      friends.check({
        link: fields.code ? { url: '/', code: fields.code } : null,
        cookies: fields.cookies ?? '',
        actor: fields.actor ?? VISITOR,
        network: '',
        isSecure: true,
      })
    return { ...friends, check }
  }

  it('is shown on the page of the link, and then on every page in this browser', async () => {
    const first = await shop().check({ code })
    expect(first.strip).toContain('20% off your first order')
    expect(first.setCookies).toEqual([
      expect.stringMatching(`^ref=${code};.*HttpOnly`),
      'friend=20; Max-Age=2592000; Path=/; Secure; SameSite=Lax',
    ])
    expect(shop().stripOf(`friend=20; ref=${code}`)).toBe(first.strip)
    const later = await shop().check({ cookies: `friend=20; ref=${code}` })
    expect(later).toEqual({ strip: first.strip, setCookies: [] })
    for (const forged of ['0', '101', '<b>', '020']) expect(shop().stripOf(`friend=${forged}`)).toBeNull()
  })

  it('names the discounts with which it cannot be combined', async () => {
    expect((await shop({ firstOrderOffer: true }).check({ code })).strip).toContain(
      'Or Buy 1 Get 1 Free or a coupon: whichever saves you more.',
    )
    expect((await shop({ firstOrderOffer: false }).check({ code })).strip).not.toContain('Buy 1')
  })

  it('is hidden for an unknown code, the customer’s own code, customers who have ordered, and if switched off', async () => {
    expect((await shop().check({ code: 'CULTIVA000000' })).strip).toBeNull()
    const cookies = `friend=20; ref=${code}`
    const gone = { strip: null, setCookies: ['friend=; Max-Age=0; Path=/; Secure; SameSite=Lax'] }
    expect(await shop().check({ cookies, actor: friend })).toEqual(gone)
    const customer = await makeUser(db)
    expect((await shop().check({ cookies, actor: customer })).strip).not.toBeNull()
    await makeOrder(ctx(customer), [{ productId: await makeProduct(db), quantity: 1 }])
    expect(await shop().check({ cookies, actor: customer })).toEqual(gone)
    expect(await shop({ referralPercent: 0 }).check({ cookies })).toEqual(gone)
    expect(shop({ referralPercent: 0 }).stripOf(cookies)).toBeNull()
  })
})
