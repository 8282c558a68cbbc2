/** Policy and texts; the calculation is in taxed.ts, which fewer pages load. */
import { add, formatPrice, type Money, share } from '#shop/kernel/money.ts'

/** Basis points: 1800 is 18%. */
export type TaxRate = number

/** The highest rate since 22 September 2025 (Notification 9/2025-Central Tax (Rate), Schedule III). */
export const MAX_GST_PERCENT = 40

/**
 * 'flat': one rate is added to all goods, for demonstrations. 'exclusive': each product's rate is added. 'inclusive':
 * prices contain the tax, as those of packed goods must (Legal Metrology (Packaged Commodities) Rules 2011, rule 2(m)).
 */
export const PRICE_MODES = ['flat', 'exclusive', 'inclusive'] as const
export type PriceMode = (typeof PRICE_MODES)[number]

export type TaxPolicy = {
  prices: PriceMode
  /** With flat prices, the rate of all goods. Otherwise, the rate of goods without a rate of their own. */
  defaultRate: TaxRate
}

/** `rates`: by catalogue number, where they differ from the default. */
export type TaxTerms = TaxPolicy & { rates: Readonly<Record<number, TaxRate>> }

export function withTax(price: Money, { prices, defaultRate }: TaxPolicy): Money {
  return prices === 'inclusive' ? price : add(price, share(price, defaultRate))
}

/** Returns the policy for goods with this rate; null means the default rate. Flat prices have only one rate. */
export function policyAt(policy: TaxPolicy, rate: TaxRate | null): TaxPolicy {
  return policy.prices === 'flat' || rate === null ? policy : { ...policy, defaultRate: rate }
}

/** Returns '₹1,060.82 with tax', or words without an amount where the rate depends on the product. */
export function withTaxText(price: Money, policy: TaxPolicy): string {
  if (policy.prices === 'inclusive') return 'inclusive of all taxes'
  return policy.prices === 'flat' ? `${formatPrice(withTax(price, policy))} with tax` : 'plus GST'
}

/** Returns '₹943.95 with 5% GST', or 'inclusive of all taxes (5% GST)'. */
export function withRateText(price: Money, prices: PriceMode, rate: TaxRate): string {
  const tax = `${percentText(rate)} GST`
  if (prices === 'inclusive') return `inclusive of all taxes (${tax})`
  return `${formatPrice(withTax(price, { prices, defaultRate: rate }))} with ${tax}`
}

/** Returns '18% GST', or 'GST' where the rate depends on the product. */
export function addedTaxText({ prices, defaultRate }: TaxPolicy): string {
  return prices === 'flat' ? `${percentText(defaultRate)} GST` : 'GST'
}

/** Returns '18%' or '0.25%'. */
export function percentText(rate: TaxRate): string {
  return `${rate / 100}%`
}
