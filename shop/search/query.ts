import { cleanText } from '#shop/kernel/text.ts'

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

/** Letters of Devanagari that are typed for one another: long and short vowels, and the two signs of a nasal. */
const SAME_SOUND: Record<string, string> = {
  '\u0940': '\u093f',
  '\u0942': '\u0941',
  '\u0908': '\u0907',
  '\u090a': '\u0909',
  '\u0901': '\u0902',
}

/**
 * The words of a text in lower case, without accents and apostrophes ('Za’atar' is 'zaatar'), nor the dots, joined
 * letters and lengths of vowels of Devanagari ('हलदी' is 'हल्दी'); single letters are left out.
 */
export function wordsOf(text: string): string[] {
  const plain = cleanText(text)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u093c\u094d'’]/g, '')
    // Joiners, which change the look of a Devanagari word and not the word.
    .replace(/\u200c|\u200d/g, '')
    .replace(/[\u0901\u0908\u090a\u0940\u0942]/g, (letter) => SAME_SOUND[letter] ?? letter)
    .toLowerCase()
  return (plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((word) => word.length >= MIN_WORD_LENGTH)
}
