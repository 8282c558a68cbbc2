/** A page's handle names the feature that it belongs to. */
export const FEATURES = ['newsletter', 'reviews', 'hydration', 'programme'] as const
export type Feature = (typeof FEATURES)[number]
export type Features = Record<Feature, boolean>

export const ALL_FEATURES: Features = { newsletter: true, reviews: true, hydration: true, programme: true }
