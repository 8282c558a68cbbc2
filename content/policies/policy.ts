/**
 * The shape of a policy page. Texts may hold links, `[words](/path)`, and placeholders, `{brand}`, which the page fills
 * from the settings.
 */
export type Policy = {
  /** The page's title and its only h1. */
  title: string
  /** One sentence that sums up the page. */
  summary: string
  /** The day the policy takes effect. */
  since: string
  sections: readonly PolicySection[]
}

export type PolicySection = {
  /** The anchor; unique on the page. */
  id: string
  title: string
  blocks: readonly PolicyBlock[]
}

/** A paragraph, a list, a table, or the seller's and grievance officer's details from the settings. */
export type PolicyBlock =
  | string
  | { list: readonly string[] }
  | { caption: string; head: readonly string[]; rows: readonly (readonly string[])[] }
  | { details: 'seller' | 'grievance' }
