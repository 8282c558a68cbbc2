/** A whole number of paise. The brand prevents mixing with rupees; only this file multiplies and rounds. */
declare const unit: unique symbol
export type Money = number & { readonly [unit]: 'paise' }

/** Throws RangeError for a fraction or a number too large to be exact. */
export function paise(amount: number): Money {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of paise: ${amount}`)
  return amount as Money
}

export const NO_MONEY = paise(0)

/** True for rupees with at most two decimals. */
export function isRupees(amount: number): boolean {
  const inPaise = Math.round(amount * 100)
  return Number.isSafeInteger(inPaise) && Math.abs(inPaise / 100 - amount) <= 1e-9
}

/** Throws RangeError for more than two decimals. */
export function rupees(amount: number): Money {
  if (!isRupees(amount)) throw new RangeError(`not an amount in rupees with at most two decimals: ${amount}`)
  return paise(Math.round(amount * 100))
}

export function toRupees(money: Money): number {
  return money / 100
}

export function add(...amounts: Money[]): Money {
  return paise(amounts.reduce<number>((sum, amount) => sum + amount, 0))
}

export function subtract(from: Money, amount: Money): Money {
  return paise(from - amount)
}

export function times(money: Money, count: number): Money {
  if (!Number.isSafeInteger(count)) throw new RangeError(`not a whole count: ${count}`)
  return paise(money * count)
}

/**
 * Returns this share of an amount, rounded half up. `basisPoints`: hundredths of a percent (1800 is 18%). Uses
 * BigInt, because a double would lose digits of large products.
 */
export function share(money: Money, basisPoints: number): Money {
  if (!Number.isSafeInteger(basisPoints)) throw new RangeError(`not whole basis points: ${basisPoints}`)
  const scaled = BigInt(money) * BigInt(basisPoints) * 2n + 10_000n
  const floored = scaled >= 0n ? scaled / 20_000n : -((-scaled + 19_999n) / 20_000n)
  return paise(Number(floored))
}

/** Divides an amount, rounding half up. `parts` is above zero and may be a fraction. */
export function partOf(money: Money, parts: number): Money {
  return paise(Math.round(money / parts))
}

/**
 * Splits the amount by weights. The paise that rounding leaves over go to the largest remainders, and among equals to
 * the first. No value may be negative, and an amount above 0 needs a weight above 0.
 */
export function shareOut(money: Money, weights: readonly Money[]): Money[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (whole === 0n) {
    if (money !== 0) throw new RangeError('cannot share an amount over weights of 0')
    return weights.map(() => NO_MONEY)
  }
  const shares = weights.map((weight, at) => {
    const product = BigInt(money) * BigInt(weight)
    return { at, floor: Number(product / whole), lost: product % whole }
  })
  const lostPaise = money - shares.reduce((sum, { floor }) => sum + floor, 0)
  const byLoss = [...shares].sort((a, b) => (b.lost > a.lost ? 1 : b.lost < a.lost ? -1 : a.at - b.at))
  const roundedUp = new Set(byLoss.slice(0, lostPaise).map(({ at }) => at))
  return shares.map(({ at, floor }) => paise(roundedUp.has(at) ? floor + 1 : floor))
}

/** Returns money × part / whole, rounded down; zero if `whole` is 0. */
export function proportionOf(money: Money, part: number, whole: number): Money {
  return whole === 0 ? NO_MONEY : paise(Number((BigInt(money) * BigInt(part)) / BigInt(whole)))
}

/** Returns money × part / whole, rounded half up; zero if `whole` is 0. No argument may be negative. */
export function nearestProportionOf(money: Money, part: number, whole: number): Money {
  const [doubled, divisor] = [2n * BigInt(money) * BigInt(part), BigInt(whole)]
  return whole === 0 ? NO_MONEY : paise(Number((doubled + divisor) / (2n * divisor)))
}

/** Returns half of an amount. An odd paisa belongs to neither half. */
export function halfOf(money: Money): Money {
  return proportionOf(money, 1, 2)
}

/** Rounds half up to whole rupees. */
export function wholeRupees(money: Money): Money {
  return paise(Math.round(money / 100) * 100)
}

export function wholeRupeesUp(money: Money): Money {
  return paise(Math.ceil(money / 100) * 100)
}

export function smaller(a: Money, b: Money): Money {
  return a < b ? a : b
}

export function larger(a: Money, b: Money): Money {
  return a > b ? a : b
}

/** Returns '₹899' or '−₹899.50' for people to read, with Indian grouping. Files for programs use `toRupees`. */
export function formatPrice(money: Money): string {
  return money % 100 === 0 ? wholeAmount(money) : formatAmount(money)
}

/** Returns '₹1,060.82', always with two decimals. */
export function formatAmount(money: Money): string {
  return `${wholeAmount(money)}.${`${Math.abs(money) % 100}`.padStart(2, '0')}`
}

/** Formats without Intl, because a browser takes up to 100 ms for its first formatter. */
function wholeAmount(money: Money): string {
  const digits = `${Math.floor(Math.abs(money) / 100)}`
  // Inserts a comma before the last three digits, and before each further two digits.
  return `${money < 0 ? '−' : ''}₹${digits.replace(/\B(?=(\d\d)+\d$)/g, ',')}`
}
