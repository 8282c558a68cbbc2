/** The fixed lists by which products are sorted. */

/** Category slugs, in the order the shop shows them. */
export const CATEGORIES = ['meal-mix', 'tastemakers', 'biodegradable', 'bundles', 'hydration'] as const
export type CategorySlug = (typeof CATEGORIES)[number]

export const CUISINES = ['indian', 'international', 'american', 'sweet'] as const
export type Cuisine = (typeof CUISINES)[number]

export const HEALTH_FOCUSES = [
  'diabetic-friendly',
  'protein-rich',
  'low-gi',
  'sugar-free',
  'plant-based',
  'gluten-free',
  'high-fibre',
  'iron-rich',
] as const
export type HealthFocus = (typeof HEALTH_FOCUSES)[number]

/** The one entry of the allergens of food that has none; an empty list is not declared. */
export const NO_KNOWN_ALLERGENS = 'No known allergens'
