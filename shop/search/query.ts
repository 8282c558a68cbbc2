import { folded } from '#shop/kernel/text.ts'

/** A search: the text as typed, and its normalised words. */
export type Query = { text: string; words: string[] }

/** Longer searches are truncated. */
export const MAX_QUERY_LENGTH = 100
const MAX_WORDS = 8
/** Single letters are no words. */
export const MIN_WORD_LENGTH = 2
/** Words without meaning for a search. */
const FILLERS = new Set(['and', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with'])

/** Parses the query of a URL. Control characters count as spaces, and text beyond the limit is cut off. */
export function readQuery(typed: string | null): Query {
  const text = (typed ?? '')
    .slice(0, MAX_QUERY_LENGTH)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  const words = wordsOf(text).filter((word) => !FILLERS.has(word))
  return { text, words: [...new Set(words)].slice(0, MAX_WORDS) }
}

/** The folded words of a text; single letters are left out. */
export function wordsOf(text: string): string[] {
  return (folded(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((word) => word.length >= MIN_WORD_LENGTH)
}
