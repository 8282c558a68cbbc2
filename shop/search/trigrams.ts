/** How alike two words are, by the groups of three letters they share: as PostgreSQL's pg_trgm counts it. */

/** Less alike than this is another word: 'ragee' and 'ragi' are 0.38, 'idly' and 'idli' 0.43. */
export const LEAST_ALIKE = 0.35

/** 'ragi' has '  r', ' ra', 'rag', 'agi' and 'gi '. */
function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

/** What the words share as a part of what they have together: from 0 to 1. */
function alike(one: Set<string>, other: Set<string>): number {
  const shared = one.intersection(other).size
  return shared / (one.size + other.size - shared)
}

/** Compares words with one word of a query; the query's is taken apart once. */
export function likenessTo(wanted: string): (word: string) => number {
  const trigrams = trigramsOf(wanted)
  return (word) => alike(trigrams, trigramsOf(word))
}
