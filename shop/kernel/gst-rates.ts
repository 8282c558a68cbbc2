/** Apart from tax.ts, which every page loads. */
import type { TaxRate } from '#shop/kernel/tax.ts'

/** As the tax portal's offline tool 3.2.4 lists them. */
const GST_RATES: ReadonlySet<TaxRate> = new Set([
  ...[0, 10, 25, 100, 150, 300, 500, 600, 750, 1200, 1800, 2800, 4000],
])

/** Another rate could be charged, but not reported. */
export function isGstRate(rate: TaxRate): boolean {
  return GST_RATES.has(rate)
}

export const NO_GST_RATE = `GST has the rates ${[...GST_RATES].map((rate) => rate / 100).join(', ')}`
