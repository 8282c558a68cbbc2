/** How alike two words are, by the groups of three letters they share: as PostgreSQL's pg_trgm counts it. */

/** Less alike than this is another word (pg_trgm's own limit): 'ragee' and 'ragi' are 0.38, 'protien' and 'protein' 0.33. */
export const LEAST_ALIKE = 0.3

/** In a long word the beginning of a misspelt one is recognised too ('pankake' in 'pancakes'), as a little less alike. */
const LONG_WORD = 6
const BEGINNING = 0.9

/** 'ragi' has '  r', ' ra', 'rag', 'agi' and 'gi '. */
function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

/** What the words share as a part of what they have together: from 0 to 1. */
function alike(one: Set<string>, other: Set<string>): number {
  let shared = 0
  for (const trigram of one) if (other.has(trigram)) shared += 1
  return shared / (one.size + other.size - shared)
}

/** Compares words with one word of a query; the query's is taken apart once. */
export function likenessTo(wanted: string): (word: string) => number {
  const trigrams = trigramsOf(wanted)
  return (word) => {
    const whole = alike(trigrams, trigramsOf(word))
    if (wanted.length < LONG_WORD || word.length <= wanted.length) return whole
    return Math.max(whole, BEGINNING * alike(trigrams, trigramsOf(word.slice(0, wanted.length))))
  }
}
