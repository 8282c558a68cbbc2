/** Baskets of sample customers. */
import { SEED_PRODUCTS } from '#db/seed/catalogue/catalogue.ts'
import type { SeedProduct } from '#db/seed/catalogue/seed-product.ts'
import type { Cuisine } from './people.ts'
import type { Random } from './random.ts'

export type BasketLine = {
  product: SeedProduct
  quantity: number
  /** Tastemakers of a custom mix, per unit. */
  picks: { product: SeedProduct; count: number }[]
}

const product = (number: number): SeedProduct => {
  const found = SEED_PRODUCTS.find((product) => product.number === number)
  if (!found) throw new RangeError(`no product ${number} in the seed`)
  return found
}
const TASTEMAKERS = SEED_PRODUCTS.filter(({ isPick }) => isPick)
const FAVOURITE_FACTOR = 4

/** The first line of a basket, with weights; hydration follows the season. */
const FIRST_LINES = [
  { numbers: [1], weight: 24, max: 1 },
  { numbers: [2, 3], weight: 26, max: 3 },
  { numbers: [4], weight: 6, max: 2 },
  { numbers: [32], weight: 9, max: 1 },
  { numbers: [31], weight: 7, max: 2 },
  { numbers: [30], weight: 4, max: 2 },
] as const
const HYDRATION = { numbers: [33, 33, 34], weight: 24, max: 3 } as const

export function fillBasket(random: Random, likes: Cuisine, thirst: number): BasketLine[] {
  const choices = [...FIRST_LINES, { ...HYDRATION, weight: HYDRATION.weight * thirst }]
  const lines = new Map<number, BasketLine>()
  const kinds = random.pickWeighted([1, 2, 3], (count) => [60, 30, 10][count - 1] ?? 0)
  for (let kind = 0; kind < kinds; kind += 1) {
    const { numbers, max } = random.pickWeighted(choices, ({ weight }) => weight)
    const number = random.pick(numbers)
    if (!lines.has(number)) lines.set(number, lineOf(random, product(number), 1 + random.upTo(max), likes))
  }
  if (random.isTrue(0.25)) {
    const extra = tastemaker(random, likes)
    lines.set(extra.number, { product: extra, quantity: 1 + random.upTo(4), picks: [] })
  }
  return [...lines.values()]
}

/** Returns a basket far larger than usual, as in a fraudulent first order. */
export function hugeBasket(random: Random): BasketLine[] {
  return [{ ...lineOf(random, product(1), 4, 'indian') }, { product: product(33), quantity: 5, picks: [] }]
}

function lineOf(random: Random, seed: SeedProduct, quantity: number, likes: Cuisine): BasketLine {
  const counts = new Map<SeedProduct, number>()
  for (let pick = 0; pick < seed.tastemakerPicks; pick += 1) {
    const choice = tastemaker(random, likes)
    counts.set(choice, (counts.get(choice) ?? 0) + 1)
  }
  // A customer's mix lists its picks by number, too.
  const picks = [...counts].map(([product, count]) => ({ product, count }))
  return { product: seed, quantity, picks: picks.toSorted((a, b) => a.product.number - b.product.number) }
}

function tastemaker(random: Random, likes: Cuisine): SeedProduct {
  // Within a cuisine the first products sell best.
  return random.pickWeighted(TASTEMAKERS, ({ cuisine, number }) => {
    return (cuisine === likes ? FAVOURITE_FACTOR : 1) / (1 + (number % 5) * 0.35)
  })
}
