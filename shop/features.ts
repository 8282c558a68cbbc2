/** Parts of the shop that the settings can switch off. Their pages and the links to them disappear. */
export const FEATURES = ['newsletter', 'reviews', 'hydration', 'programme'] as const
export type Feature = (typeof FEATURES)[number]
export type Features = Record<Feature, boolean>

export const ALL_FEATURES: Features = { newsletter: true, reviews: true, hydration: true, programme: true }

/** The pages of each feature. Excludes the unsubscribe page, because sent newsletters link to it. */
const PAGES: Record<Feature, RegExp> = {
  newsletter: /^\/newsletter(\/confirm)?$/,
  reviews: /^\/product\/[^/]+\/review$/,
  hydration: /^\/(hydration|replenish)(\/|$)/,
  programme:
    /^\/(shg-worker-dashboard|upload-task-photo|worker\.webmanifest$|admin\/dashboard\/(task-approvals|tasks|payouts|planning))(\/|$)/,
}

/** True unless the page, a path or route pattern, belongs to a switched-off feature. */
export function isOpen(pathOrPattern: string, features: Features): boolean {
  const path = pathOrPattern.replace(/[?#].*$/s, '')
  return FEATURES.every((feature) => features[feature] || !PAGES[feature].test(path))
}
