/** GST: the shop's policy and its texts; the calculation is in taxed.ts, which fewer pages load. */
import { add, formatPrice, type Money, share } from '#shop/kernel/money.ts'

/** In basis points, hundredths of a percent: 1800 is 18%. */
export type TaxRate = number

/** The highest rate of GST since 22 September 2025 (Notification 9/2025-Central Tax (Rate), Schedule III). */
export const MAX_GST_PERCENT = 40

/**
 * 'exclusive': the tax is added to the listed prices at checkout. 'inclusive': the listed prices contain it, as the law
 * asks of packed goods (Legal Metrology (Packaged Commodities) Rules 2011, rule 2(m)).
 */
export const PRICE_MODES = ['exclusive', 'inclusive'] as const
export type PriceMode = (typeof PRICE_MODES)[number]

export type TaxPolicy = {
  prices: PriceMode
  /** Exclusive prices: of all goods. Inclusive prices: of goods for which no other rate is known. */
  defaultRate: TaxRate
}

/** The policy with the rates of products, by catalogue number, that differ from the default. */
export type TaxTerms = TaxPolicy & { rates: Readonly<Record<number, TaxRate>> }

/** A listed price as it is paid, rounded half up to the paisa. */
export function withTax(price: Money, { prices, defaultRate }: TaxPolicy): Money {
  return prices === 'inclusive' ? price : add(price, share(price, defaultRate))
}

/** The text beside a unit's listed price: '₹1,060.82 with tax', or that the price contains the tax. */
export function withTaxText(price: Money, policy: TaxPolicy): string {
  return policy.prices === 'inclusive'
    ? 'inclusive of all taxes'
    : `${formatPrice(withTax(price, policy))} with tax`
}

/** '18%', '0.25%'. */
export function percentText(rate: TaxRate): string {
  return `${rate / 100}%`
}
