/** What somebody looks for: the text as it was typed, and the words that are compared. */
export type Query = { text: string; words: string[] }

/** The longest search that is read. */
export const MAX_QUERY_LENGTH = 100
const MOST_WORDS = 8
const SHORTEST_WORD = 2
/** Words that say nothing about what is wanted. */
const FILLERS = new Set(['and', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with'])

/** Reads what came in an address: anything at all. Control characters count as spaces, what is too long is cut off. */
export function readQuery(typed: string | null): Query {
  const text = (typed ?? '')
    .slice(0, MAX_QUERY_LENGTH)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  const words = wordsOf(text).filter((word) => !FILLERS.has(word))
  return { text, words: [...new Set(words)].slice(0, MOST_WORDS) }
}

/** The words of a text in small letters, without accents and apostrophes ('Za’atar' is 'zaatar'); single letters are left out. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
  return (plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((word) => word.length >= SHORTEST_WORD)
}
