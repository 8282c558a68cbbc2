import type { CategorySlug, Cuisine, HealthFocus } from '#shop/catalogue/taxonomy.ts'

export const PRODUCT_TYPES: Record<CategorySlug, string> = {
  'meal-mix': 'Meal mix',
  tastemakers: 'Tastemaker',
  biodegradable: 'Biodegradable container',
  bundles: 'Bundle',
  hydration: 'Hydration drink',
}

/** Families of tastemakers. Each has a shape that marks it on packs, chips and headings. */
export const FAMILIES: Record<Cuisine, { label: string; shape: string }> = {
  indian: { label: 'Indian', shape: '/illustrations/family-indian.svg' },
  international: { label: 'International', shape: '/illustrations/family-international.svg' },
  american: { label: 'American', shape: '/illustrations/family-american.svg' },
  sweet: { label: 'Sweet', shape: '/illustrations/family-sweet.svg' },
}

export const HEALTH_FOCUS_LABELS: Record<HealthFocus, string> = {
  'diabetic-friendly': 'Diabetic-friendly',
  'protein-rich': 'Protein-rich',
  'low-gi': 'Low GI',
  'sugar-free': 'Sugar-free',
  'plant-based': 'Plant-based',
  'gluten-free': 'Gluten-free',
  'high-fibre': 'High in fibre',
  'iron-rich': 'Iron-rich',
}
