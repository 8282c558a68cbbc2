/**
 * The shape of a policy page. Texts may hold links, `[words](/path)`, and placeholders, `{brand}`, which the page fills
 * from the settings.
 */
export type Policy = {
  /** The page's title and its only h1. */
  title: string
  /** What the page says, in one sentence. */
  summary: string
  /** The day from which these words hold. */
  since: string
  sections: readonly PolicySection[]
}

export type PolicySection = {
  /** Unique on the page: its anchor. */
  id: string
  title: string
  blocks: readonly PolicyBlock[]
}

/** A paragraph, a list, a table, or who sells and who hears complaints, as the settings say. */
export type PolicyBlock =
  | string
  | { list: readonly string[] }
  | { caption: string; head: readonly string[]; rows: readonly (readonly string[])[] }
  | { details: 'seller' | 'grievance' }
