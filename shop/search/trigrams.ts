/** How alike two words are, as pg_trgm counts it. */

/** 'ragi' has '  r', ' ra', 'rag', 'agi' and 'gi '. */
export function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

/** Shared trigrams divided by all trigrams of two words: 0 to 1. */
export function similarity(shared: number, one: number, other: number): number {
  return shared / (one + other - shared)
}

/** The number of trigrams that both words have. */
export function sharedTrigrams(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const trigram of one) if (other.has(trigram)) shared += 1
  return shared
}
