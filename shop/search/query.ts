import { foldText } from '#shop/kernel/text.ts'

/** A search: the text as typed, and its normalized words. */
export type Query = { text: string; words: string[] }

/** Longer searches are cut. */
export const MAX_QUERY_LENGTH = 100
const MAX_WORDS = 8
/** Shorter words, single letters, are not searched for. */
export const MIN_WORD_LENGTH = 2
/** Words that are ignored in a search. */
const STOP_WORDS = new Set(['and', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with'])

/** Parses a search. Control characters count as spaces. */
export function readQuery(typed: string | null): Query {
  const text = (typed ?? '')
    .slice(0, MAX_QUERY_LENGTH)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  const words = wordsOf(text).filter((word) => !STOP_WORDS.has(word))
  return { text, words: [...new Set(words)].slice(0, MAX_WORDS) }
}

export function wordsOf(text: string): string[] {
  return (foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((word) => word.length >= MIN_WORD_LENGTH)
}
