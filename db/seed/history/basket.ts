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
const TASTEMAKERS_BY_LIKING = 4

/** The first line of a basket, with weights; hydration follows the season. */
const FIRST = [
  { numbers: [1], weight: 24, most: 1 },
  { numbers: [2, 3], weight: 26, most: 3 },
  { numbers: [4], weight: 6, most: 2 },
  { numbers: [32], weight: 9, most: 1 },
  { numbers: [31], weight: 7, most: 2 },
  { numbers: [30], weight: 4, most: 2 },
] as const
const HYDRATION = { numbers: [33, 33, 34], weight: 24, most: 3 } as const

export function fillBasket(random: Random, likes: Cuisine, thirst: number): BasketLine[] {
  const choices = [...FIRST, { ...HYDRATION, weight: HYDRATION.weight * thirst }]
  const lines = new Map<number, BasketLine>()
  const kinds = random.weighted([1, 2, 3], (count) => [60, 30, 10][count - 1] ?? 0)
  for (let kind = 0; kind < kinds; kind += 1) {
    const { numbers, most } = random.weighted(choices, ({ weight }) => weight)
    const number = random.pick(numbers)
    if (!lines.has(number)) lines.set(number, lineOf(random, product(number), 1 + random.upTo(most), likes))
  }
  if (random.isTrue(0.25)) {
    const extra = tastemaker(random, likes)
    lines.set(extra.number, { product: extra, quantity: 1 + random.upTo(4), picks: [] })
  }
  return [...lines.values()]
}

/** A basket far larger than usual, as a fraudulent first order might be. */
export function hugeBasket(random: Random): BasketLine[] {
  return [{ ...lineOf(random, product(1), 4, 'indian') }, { product: product(33), quantity: 5, picks: [] }]
}

function lineOf(random: Random, seed: SeedProduct, quantity: number, likes: Cuisine): BasketLine {
  const counts = new Map<SeedProduct, number>()
  for (let pick = 0; pick < seed.tastemakerPicks; pick += 1) {
    const picked = tastemaker(random, likes)
    counts.set(picked, (counts.get(picked) ?? 0) + 1)
  }
  return { product: seed, quantity, picks: [...counts].map(([product, count]) => ({ product, count })) }
}

function tastemaker(random: Random, likes: Cuisine): SeedProduct {
  // Within a family the first ones sell best.
  return random.weighted(TASTEMAKERS, ({ cuisine, number }) => {
    return (cuisine === likes ? TASTEMAKERS_BY_LIKING : 1) / (1 + (number % 5) * 0.35)
  })
}
