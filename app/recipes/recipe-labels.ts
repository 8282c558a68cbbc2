/** The words for the recipes' codes. */
import type { Appliance, CookingMethod, Recipe } from '#content/recipes/recipe.ts'

export const APPLIANCE_LABELS: Record<Appliance, string> = {
  oven: 'Oven',
  pan: 'Pan',
  'electric-heater': 'Electric heater',
  microwave: 'Microwave',
}

export const METHOD_LABELS: Record<CookingMethod, string> = {
  baked: 'Baked',
  'pan-fried': 'Pan-fried',
  'deep-fried': 'Deep-fried',
  steamed: 'Steamed',
}

/** 'Pan-fried, steamed': the first word of a list keeps its capital. */
export function methodsInWords({ cookingMethod }: Pick<Recipe, 'cookingMethod'>): string {
  return asList(cookingMethod.map((method) => METHOD_LABELS[method]))
}

export function appliancesInWords({ appliances }: Pick<Recipe, 'appliances'>): string {
  return asList(appliances.map((appliance) => APPLIANCE_LABELS[appliance]))
}

function asList(words: string[]): string {
  return words.map((word, index) => (index === 0 ? word : word.toLowerCase())).join(', ')
}

/** '50 min', '1 h 15 min'. */
export function minutesInWords(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}
