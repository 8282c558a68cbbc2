/** How alike two words are, by the groups of three letters they share: as PostgreSQL's pg_trgm counts it. */

/** Less alike than this is another word (pg_trgm's own limit): 'ragee' and 'ragi' are 0.38, 'protien' and 'protein' 0.33. */
export const MIN_SIMILARITY = 0.3

/** 'ragi' has '  r', ' ra', 'rag', 'agi' and 'gi '. */
export function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

/** Shared trigrams as a part of all trigrams of two words: from 0 to 1. */
export function likeness(shared: number, one: number, other: number): number {
  return shared / (one + other - shared)
}

/** How many of the trigrams of one word the other has too. */
export function sharedTrigrams(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const trigram of one) if (other.has(trigram)) shared += 1
  return shared
}
