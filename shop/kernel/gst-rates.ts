/** The rates of GST; apart from tax.ts, which every page loads. */
import type { TaxRate } from '#shop/kernel/tax.ts'

/** The rates that a return can name, as the tax portal's offline tool 3.2.4 lists them. */
const GST_RATES: ReadonlySet<TaxRate> = new Set([
  ...[0, 10, 25, 100, 150, 300, 500, 600, 750, 1200, 1800, 2800, 4000],
])

/** True for a rate of GST. Another could be charged, but not reported. */
export function isGstRate(rate: TaxRate): boolean {
  return GST_RATES.has(rate)
}

/** The problem of a percentage that is no rate of GST. */
export const NO_GST_RATE = `GST has the rates ${[...GST_RATES].map((rate) => rate / 100).join(', ')}`
