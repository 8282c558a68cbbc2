/** In display order. */
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

/** For food without allergens; an empty list means not declared. */
export const NO_KNOWN_ALLERGENS = 'No known allergens'
