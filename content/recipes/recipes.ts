/** All recipes, beginning with the six of the wheel. */
import { BAKED } from './baked.ts'
import { BREAKFASTS } from './breakfasts.ts'
import { FRIED } from './fried.ts'
import { FROM_THE_PAN } from './pan.ts'
import type { Recipe } from './recipe.ts'
import { STEAMED } from './steamed.ts'
import { WHEEL } from './wheel.ts'

export const RECIPES: readonly Recipe[] = [
  ...WHEEL,
  ...BREAKFASTS,
  ...FROM_THE_PAN,
  ...STEAMED,
  ...BAKED,
  ...FRIED,
]
