/** Parts of the shop that the settings switch off. Whoever runs it without them shows no door that leads nowhere. */
export const FEATURES = ['newsletter', 'reviews', 'hydration', 'programme'] as const
export type Feature = (typeof FEATURES)[number]
export type Features = Record<Feature, boolean>

export const ALL_FEATURES: Features = { newsletter: true, reviews: true, hydration: true, programme: true }

/** The pages of each. The link that ends the newsletter is not among them: letters that were sent name it. */
const PAGES: Record<Feature, RegExp> = {
  newsletter: /^\/newsletter(\/confirm)?$/,
  reviews: /^\/product\/[^/]+\/review$/,
  hydration: /^\/(hydration|replenish)(\/|$)/,
  programme:
    /^\/(shg-worker-dashboard|upload-task-photo|worker\.webmanifest$|admin\/dashboard\/(task-approvals|tasks|payouts|planning))(\/|$)/,
}

/** Whether this page, by its address or by the pattern of its route, belongs to what is switched on. */
export function isOpen(pathOrPattern: string, features: Features): boolean {
  const path = pathOrPattern.replace(/[?#].*$/s, '')
  return FEATURES.every((feature) => features[feature] || !PAGES[feature].test(path))
}
