import { z } from 'zod'
import { unitPrice } from '#shop/catalogue/product.ts'
import { line, type ProductContent } from '#shop/catalogue/product-fields.ts'
import { typedNumber } from '#shop/field.ts'
import { type Day, isDay } from '#shop/kernel/day.ts'
import { isGstRate, NO_GST_RATE } from '#shop/kernel/gst-rates.ts'
import { NO_MONEY } from '#shop/kernel/money.ts'
import { MAX_GST_PERCENT, type PriceMode, type TaxPolicy, type TaxRate, withTax } from '#shop/kernel/tax.ts'
import { taxAmounts } from '#shop/kernel/taxed.ts'
import { cleanValue } from '#shop/kernel/text.ts'

/** Applies to HSN codes that begin with `hsn`, from 00:00 in India until the code's next entry. */
export type GstRate = {
  id: string
  hsn: string
  validFrom: Day
  rate: TaxRate
  /** The notification or advice that sets it. */
  source: string
}

const PERCENT = 'Please enter a percentage such as 5 or 0.25'

export const gstRateInput = z.object({
  hsn: z
    .string()
    .overwrite(cleanValue)
    .regex(/^(\d{4}|\d{6}|\d{8})$/, 'HSN codes have 4, 6 or 8 digits'),
  percent: typedNumber(
    z
      .number({ error: PERCENT })
      .min(0, 'Please enter 0 or more')
      .max(MAX_GST_PERCENT, `GST is at most ${MAX_GST_PERCENT}%`)
      .multipleOf(0.01, 'At most two decimals')
      .refine((percent) => isGstRate(Math.round(percent * 100)), NO_GST_RATE),
  ),
  validFrom: z
    .string()
    .refine(isDay, 'Please choose a day')
    .refine((day) => day < '2100', 'Please choose a day before the year 2100'),
  source: line(300).min(1, 'Please name the notification or the advice'),
})
export type GstRateInput = z.output<typeof gstRateInput>

export function refusalOfRate(
  { hsn, validFrom }: Pick<GstRate, 'hsn' | 'validFrom'>,
  rates: readonly GstRate[],
  today: Day,
): 'rate_in_the_past' | 'rate_exists' | null {
  if (validFrom < today) return 'rate_in_the_past'
  return rates.some((rate) => rate.hsn === hsn && rate.validFrom === validFrom) ? 'rate_exists' : null
}

export type Goods = Pick<ProductContent, 'hsnCode' | 'gstPercent'>

/**
 * Returns the goods' own rate with null in the other fields, or the rate of the longest prefix of their HSN code. Null
 * means the default rate.
 */
export function rateOn({ hsnCode, gstPercent }: Goods, rates: readonly GstRate[], day: Day) {
  if (gstPercent !== null) return { rate: Math.round(gstPercent * 100), from: null, hsn: null, source: null }
  const [best] = rates
    .filter(({ hsn, validFrom }) => hsnCode.startsWith(hsn) && validFrom <= day)
    .toSorted((a, b) => b.hsn.length - a.hsn.length || (a.validFrom < b.validFrom ? 1 : -1))
  return best ? { rate: best.rate, from: best.validFrom, hsn: best.hsn, source: best.source } : null
}

export type PricedGoods = Goods & Pick<ProductContent, 'name' | 'price' | 'discountPrice' | 'mrp'>

/** `tax`: contained in `price`. */
export type PricedUnit = ReturnType<typeof priceUnit>

/** Prices one unit on that day; with flat prices at the default rate. */
export function priceUnit(
  goods: PricedGoods,
  prices: PriceMode,
  { defaultRate }: Pick<TaxPolicy, 'defaultRate'>,
  rates: readonly GstRate[],
  day: Day,
) {
  const rate = (prices === 'flat' ? null : rateOn(goods, rates, day)?.rate) ?? defaultRate
  const listPrice = unitPrice(goods)
  const [part] = taxAmounts([{ amount: listPrice, rate }], prices)
  const price = withTax(listPrice, { prices, defaultRate: rate })
  return { price, rate, tax: part?.tax ?? NO_MONEY, isAboveMrp: goods.mrp !== null && price > goods.mrp }
}
