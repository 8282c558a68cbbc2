import { describe, expect, it } from 'vitest'
import { fillFacts, policyFacts } from '#app/legal/policy-text.tsx'
import { HYDRATION_FAQ } from '#content/faq/hydration.ts'
import { RETURNS, SHIPPING, TERMS } from '#content/policies/policies.ts'
import { PRIVACY } from '#content/policies/privacy.ts'
import type { ShippingPolicy } from '#shop/ctx.ts'
import { NO_MONEY, rupees } from '#shop/kernel/money.ts'

const FREE = { fee: NO_MONEY, freeAbove: null }
const deliveryTimes = { ships: { min: 1, max: 1 }, metro: { min: 7, max: 9 }, elsewhere: { min: 9, max: 12 } }
const taxes = { prices: 'flat', defaultRate: 1800 } as const
const config = { brand: 'Testmill', taxes, deliveryTimes, refundDays: 7 }
const terms = (shipping: ShippingPolicy) => policyFacts({ ...config, shipping }).shippingTerms

describe('the shipping terms', () => {
  it.each([
    [FREE, 'Free shipping on every order within India.'],
    [{ fee: rupees(49), freeAbove: null }, 'Shipping ₹49 on every order within India.'],
    [
      { fee: rupees(49), freeAbove: rupees(500) },
      'Free shipping above ₹500 within India, counted on the goods after discounts and before tax. On smaller orders shipping is ₹49.',
    ],
  ])('describe the policy %j', (policy, words) => {
    expect(terms(policy)).toBe(words)
  })
})

describe('placeholders', () => {
  const facts = policyFacts({ ...config, shipping: FREE })
  const contents = { PRIVACY, TERMS, SHIPPING, RETURNS, HYDRATION_FAQ }
  it.each(Object.entries(contents))('of %s all have a fact', (_, content) => {
    expect(fillFacts(JSON.stringify(textsOf(content)), facts)).not.toMatch(/\{\w+\}/)
  })

  it.each(Object.entries({ SHIPPING, HYDRATION_FAQ }))('of %s state the delivery times', (_, content) => {
    const filled = fillFacts(JSON.stringify(textsOf(content)), facts)
    expect(filled).toContain('ship within 1 business day.')
    expect(filled).toMatch(/elivery takes 7-9 business days/)
    expect(JSON.stringify(content)).not.toContain('business day')
  })

  it('without a fact throw an error', () => {
    expect(() => fillFacts('{moon}', facts)).toThrow('moon')
  })

  it('the hydration page has its seven questions', () => {
    expect(HYDRATION_FAQ).toHaveLength(7)
  })

  it('no text names the brand itself', () => {
    expect(JSON.stringify(contents)).not.toContain('Cultiva')
  })
})

/** Returns all texts inside a value. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : []
}
