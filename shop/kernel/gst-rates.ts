/** Separate from tax.ts, because every page loads that file. */
import type { TaxRate } from '#shop/kernel/tax.ts'

/** The rates of the tax portal's offline tool 3.2.4. */
const GST_RATES: ReadonlySet<TaxRate> = new Set([
  ...[0, 10, 25, 100, 150, 300, 500, 600, 750, 1200, 1800, 2800, 4000],
])

/** True for a rate of the tax portal. Any other rate could be charged, but not reported in GSTR-1. */
export function isGstRate(rate: TaxRate): boolean {
  return GST_RATES.has(rate)
}

export const NO_GST_RATE = `GST has the rates ${[...GST_RATES].map((rate) => rate / 100).join(', ')}`
