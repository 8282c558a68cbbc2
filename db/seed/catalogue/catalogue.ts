/** The catalogue a new shop starts with: numbers 1-9 mixes, 10-29 tastemakers to pick, 30 and up everything else. */
import { BIODEGRADABLE } from './biodegradable.ts'
import { BUNDLES } from './bundles.ts'
import { declared } from './declared.ts'
import { HYDRATION } from './hydration.ts'
import { MEAL_MIXES } from './meal-mixes.ts'
import { SEED_REVIEWS, type SeedReview } from './reviews.ts'
import type { SeedProduct } from './seed-product.ts'
import { AMERICAN_TASTEMAKERS } from './tastemakers-american.ts'
import { INDIAN_TASTEMAKERS } from './tastemakers-indian.ts'
import { INTERNATIONAL_TASTEMAKERS } from './tastemakers-international.ts'
import { SWEET_TASTEMAKERS } from './tastemakers-sweet.ts'
import { TURMERIC_JAR } from './turmeric-jar.ts'

export type { SeedReview }
export { SEED_REVIEWS }

const WRITTEN: readonly SeedProduct[] = [
  ...MEAL_MIXES,
  ...INDIAN_TASTEMAKERS,
  ...INTERNATIONAL_TASTEMAKERS,
  ...AMERICAN_TASTEMAKERS,
  ...SWEET_TASTEMAKERS,
  TURMERIC_JAR,
  ...BIODEGRADABLE,
  ...BUNDLES,
  ...HYDRATION,
]

export const SEED_PRODUCTS = WRITTEN.map(declared)
