/** The price per gram, millilitre or piece, for comparing packs of different sizes. */
import { type Money, partOf } from '#shop/kernel/money.ts'

type UnitSalePrice = { price: Money; unit: 'g' | 'kg' | 'ml' | 'l' | 'piece' }

/** '850 g (10 meals of 85 g)', '2.1 kg (20 meals)'. */
const WEIGHT = /^(\d+(?:\.\d+)?) (g|kg|ml|l)(?: \(.*\))?$/
/** '10 containers with lids, 750 ml each'. */
const PIECES = /^(\d+) (?!g\b|kg\b|ml\b|l\b)[a-z]/

const UNITS_PER_LARGE = 1000

/**
 * Rule 6(11), Legal Metrology (Packaged Commodities) Rules: per g or ml up to 1 kg or l, per kg or l above
 * it, or per piece. Null for packs of several kinds.
 */
export function unitSalePrice(netQuantity: string, price: Money): UnitSalePrice | null {
  const weight = WEIGHT.exec(netQuantity)
  if (weight) return perWeight(Number(weight[1]), weight[2] as 'g' | 'kg' | 'ml' | 'l', price)
  const pieces = Number(PIECES.exec(netQuantity)?.[1])
  return pieces > 0 ? { price: partOf(price, pieces), unit: 'piece' } : null
}

const SMALL_UNIT = { g: 'g', kg: 'g', ml: 'ml', l: 'ml' } as const
const LARGE_UNIT = { g: 'kg', ml: 'l' } as const

/** Returns the grams of a net quantity; a millilitre counts as a gram. Null for other units. */
export function gramsIn(netQuantity: string): number | null {
  const [, amount, unit] = WEIGHT.exec(netQuantity) ?? []
  return amount ? Number(amount) * (unit === 'g' || unit === 'ml' ? 1 : UNITS_PER_LARGE) : null
}

function perWeight(amount: number, printedUnit: 'g' | 'kg' | 'ml' | 'l', price: Money): UnitSalePrice | null {
  const unit = SMALL_UNIT[printedUnit]
  const small = printedUnit === unit ? amount : amount * UNITS_PER_LARGE
  if (small <= 0) return null
  if (small <= UNITS_PER_LARGE) return { price: partOf(price, small), unit }
  return { price: partOf(price, small / UNITS_PER_LARGE), unit: LARGE_UNIT[unit] }
}
