/** Policy and texts; the calculation is in taxed.ts, which fewer pages load. */
import { add, formatPrice, type Money, share } from '#shop/kernel/money.ts'

/** Basis points: 1800 is 18%. */
export type TaxRate = number

/** Since 22 September 2025 (Notification 9/2025-Central Tax (Rate), Schedule III). */
export const MAX_GST_PERCENT = 40

/**
 * 'exclusive': tax is added at checkout. 'inclusive': prices contain it, as the law requires for packed goods
 * (Legal Metrology (Packaged Commodities) Rules 2011, rule 2(m)).
 */
export const PRICE_MODES = ['exclusive', 'inclusive'] as const
export type PriceMode = (typeof PRICE_MODES)[number]

export type TaxPolicy = {
  prices: PriceMode
  /** With exclusive prices the rate of all goods; with inclusive prices of goods without another rate. */
  defaultRate: TaxRate
}

/** `rates`: by catalogue number, where they differ from the default. */
export type TaxTerms = TaxPolicy & { rates: Readonly<Record<number, TaxRate>> }

export function withTax(price: Money, { prices, defaultRate }: TaxPolicy): Money {
  return prices === 'inclusive' ? price : add(price, share(price, defaultRate))
}

/** Returns '₹1,060.82 with tax', or that the price contains the tax. */
export function withTaxText(price: Money, policy: TaxPolicy): string {
  return policy.prices === 'inclusive'
    ? 'inclusive of all taxes'
    : `${formatPrice(withTax(price, policy))} with tax`
}

/** Returns '18%' or '0.25%'. */
export function percentText(rate: TaxRate): string {
  return `${rate / 100}%`
}
