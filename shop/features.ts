/** Parts of the shop that the settings can switch off; a page's handle names the one it belongs to. */
export const FEATURES = ['newsletter', 'reviews', 'hydration', 'programme'] as const
export type Feature = (typeof FEATURES)[number]
export type Features = Record<Feature, boolean>

export const ALL_FEATURES: Features = { newsletter: true, reviews: true, hydration: true, programme: true }
