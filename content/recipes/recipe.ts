/** A recipe. The fields are the specification's, plus `summary` and `products`. */

export const DIFFICULTIES = ['Easy', 'Medium', 'Hard'] as const
type Difficulty = (typeof DIFFICULTIES)[number]

export const MEAL_TYPES = ['Breakfast', 'Lunch', 'Dinner', 'Snack'] as const
type MealType = (typeof MEAL_TYPES)[number]

export const APPLIANCES = ['oven', 'pan', 'electric-heater', 'microwave'] as const
export type Appliance = (typeof APPLIANCES)[number]

export const COOKING_METHODS = ['baked', 'pan-fried', 'deep-fried', 'steamed'] as const
export type CookingMethod = (typeof COOKING_METHODS)[number]

export type Recipe = {
  /** The slug in its page's URL. */
  id: string
  name: string
  /** One sentence, for cards and search engines. */
  summary: string
  /** URL of one of our drawings. */
  image: string
  /** Minutes from the first step to serving, including waiting, but not the soaking that an ingredient mentions. */
  cookTime: number
  servings: number
  difficulty: Difficulty
  category: 'Savory'
  mealType: MealType
  /** False if a microwave or hot plate, one pot and a knife are enough, with ready-ground flour. */
  kitchenRequired: boolean
  /** Appliances that can cook the dish or are needed in addition; the steps say which. */
  appliances: readonly Appliance[]
  cookingMethod: readonly CookingMethod[]
  ingredients: readonly string[]
  instructions: readonly string[]
  tips?: readonly string[]
  /** Slugs of the mixes and tastemakers among the ingredients. */
  products: readonly RecipeProduct[]
}

/** Products that recipes use: slug and name. A test compares them with the catalogue. */
export const RECIPE_PRODUCTS = {
  'ragi-mix': 'Ragi Meal Mix',
  'bajra-mix': 'Bajra Meal Mix',
  'protein-boosted-mix': 'Protein-Boosted Meal Mix',
  'garam-masala': 'Garam Masala',
  tandoori: 'Tandoori',
  achari: 'Achari',
  chettinad: 'Chettinad',
  sambar: 'Sambar',
  'haldi-jeera': 'Haldi Jeera',
  'malvani-coconut': 'Malvani Coconut',
  'peri-peri': 'Peri Peri',
  zaatar: 'Za’atar',
  'italian-herb': 'Italian Herb',
  'thai-lemongrass': 'Thai Lemongrass',
  'sichuan-pepper': 'Sichuan Pepper',
  'smoky-bbq': 'Smoky BBQ',
  cajun: 'Cajun',
  'garden-ranch': 'Garden Ranch',
  'chipotle-lime': 'Chipotle Lime',
} as const

export type RecipeProduct = keyof typeof RECIPE_PRODUCTS

/** The path of a dish's drawing. */
export function dish(name: string): string {
  return `/illustrations/dish-${name}.svg`
}
