import type { Appliance, CookingMethod, Recipe } from '#content/recipes/recipe.ts'

const COLOURS = [
  '--color-gulab-200',
  '--color-haldi-200',
  '--color-straw-300',
  '--color-mirch-200',
  '--color-bajra-200',
] as const

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

/** Returns 'Pan-fried, steamed'. Only the first word of the list keeps its capital letter. */
export function methodsInWords({ cookingMethod }: Pick<Recipe, 'cookingMethod'>): string {
  return asList(cookingMethod.map((method) => METHOD_LABELS[method]))
}

export function appliancesInWords({ appliances }: Pick<Recipe, 'appliances'>): string {
  return asList(appliances.map((appliance) => APPLIANCE_LABELS[appliance]))
}

function asList(words: string[]): string {
  return words.map((word, index) => (index === 0 ? word : word.toLowerCase())).join(', ')
}

export function minutesInWords(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}

/** Returns the flat colour behind a dish. It is always the same for one recipe, and varies over the list. */
export function dishColour(id: string): string {
  const sum = [...id].reduce((total, letter) => total + letter.charCodeAt(0), 0)
  return COLOURS[sum % COLOURS.length] ?? COLOURS[0]
}

export type RecipeSummary = ReturnType<typeof toSummary>

export function toSummary(recipe: Recipe) {
  const { id, name, image, cookTime, difficulty, mealType, ingredients, appliances, cookingMethod } = recipe
  return { id, name, image, cookTime, difficulty, mealType, ingredients, appliances, cookingMethod }
}
