import {
  add,
  halfOf,
  type Money,
  NO_MONEY,
  paise,
  proportionOf,
  share,
  shareOut,
  subtract,
} from '#shop/kernel/money.ts'
import type { PriceMode, TaxRate, TaxTerms } from '#shop/kernel/tax.ts'

/** `amount`: after discount, with the tax if prices are inclusive. */
export type TaxableAmount = { amount: Money; rate: TaxRate }
export type TaxedAmount = { rate: TaxRate; taxable: Money; tax: Money }

/** Returns the rate of products sold together for a single price: their highest (mixed supply, CGST Act s. 8(b)). */
export function rateOf(numbers: readonly number[], { defaultRate, rates }: TaxTerms): TaxRate {
  return Math.max(...numbers.map((number) => rates[number] ?? defaultRate))
}

/**
 * Returns the tax of each amount. Tax is rounded half up once per rate. Of inclusive prices, half the tax is rounded
 * and then doubled, so that CGST equals SGST.
 * Amounts of one rate share the tax by largest remainder, in steps of two paise. An odd paisa goes to the largest
 * amount.
 */
export function taxAmounts(amounts: readonly TaxableAmount[], prices: PriceMode): TaxedAmount[] {
  const taxes = amounts.map(() => NO_MONEY)
  for (const rate of new Set(amounts.map(({ rate }) => rate))) {
    const places = [...amounts.keys()].filter((at) => amounts[at]?.rate === rate)
    const group = places.map((at) => amounts[at]?.amount ?? NO_MONEY)
    for (const [at, tax] of taxesOf(group, rate, prices).entries()) taxes[places[at] ?? 0] = tax
  }
  return amounts.map(({ amount, rate }, at) => {
    const tax = taxes[at] ?? NO_MONEY
    return { rate, tax, taxable: prices === 'inclusive' ? subtract(amount, tax) : amount }
  })
}

function taxesOf(amounts: readonly Money[], rate: TaxRate, prices: PriceMode): Money[] {
  const sum = add(...amounts)
  const tax = prices === 'inclusive' ? containedTax(sum, rate) : share(sum, rate)
  const half = halfOf(tax)
  const odd = subtract(tax, add(half, half))
  const largest = amounts.indexOf(paise(Math.max(...amounts)))
  return shareOut(half, weightsOf(amounts)).map((part, at) =>
    add(part, part, at === largest ? odd : NO_MONEY),
  )
}

/** Leaves out amounts below three paise, unless all are that small: a share of two paise of tax would exhaust them. */
function weightsOf(amounts: readonly Money[]): readonly Money[] {
  const minAmount = 3
  if (Math.max(...amounts) < minAmount) return amounts
  return amounts.map((amount) => (amount < minAmount ? NO_MONEY : amount))
}

/** Returns the tax in a price. Half of the tax is rounded half up and then doubled, so that CGST equals SGST. */
function containedTax(price: Money, rate: TaxRate): Money {
  // Half the exact tax, rounded half up, is floor((floor(tax) + 1) / 2).
  const half = halfOf(add(proportionOf(price, rate, 10_000 + rate), paise(1)))
  return add(half, half)
}

export type RateTax = Pick<TaxedAmount, 'rate' | 'tax'>

/** Sums the tax by rate, lowest first. The lines do not contain the tax of shipping, which is at the highest rate. */
export function taxesByRate(lines: readonly RateTax[], tax: Money): RateTax[] {
  const rates = [...new Set(lines.map(({ rate }) => rate))].sort((a, b) => a - b)
  const sums = rates.map((rate) => {
    return { rate, tax: add(...lines.filter((line) => line.rate === rate).map((line) => line.tax)) }
  })
  const ofShipping = subtract(tax, add(...sums.map((sum) => sum.tax)))
  return sums.map((sum, at) => (at === sums.length - 1 ? { ...sum, tax: add(sum.tax, ofShipping) } : sum))
}
