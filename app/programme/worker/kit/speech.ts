/** Converts visible text into text for a voice, with amounts and halves in words. */
import type { Words } from '#app/programme/words/words.ts'
import type { Language } from '#shop/programme/worker.ts'

export type Phrase = { text: string; language: Language }

/** Joins texts with pauses between them: 'Pack ragi. 24 boxes. Count twice.' */
export function joinSentences(parts: string[], pause: string): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => (/[.!?।…]$/.test(part) ? part : `${part}${pause}`))
    .join(' ')
}

const RUPEES = /₹\s?(\d[\d,]*)(?:\.(\d{1,2}))?/g
const LATIN = /([A-Za-z][\w@.+-]*(?:\s+[A-Za-z][\w@.+-]*)*)/

/**
 * Returns the parts of a text that a voice reads. '₹1,250.50' becomes '1250 rupees and 50 paise', 4.5 becomes 'four and
 * a half', and numbers lose their commas. In other languages, words in Latin letters become parts of their own, for an
 * English voice.
 */
export function toPhrases(text: string, language: Language, speech: Words['voice']['speech']): Phrase[] {
  const spokenText = text
    .replace(RUPEES, (_, whole: string, part = '') =>
      amountIn(speech, Number(whole.replaceAll(',', '')), part),
    )
    .replace(
      /(^|[^\d.,])([0-4])\.5(?!\d)/g,
      (_, start: string, whole: string) => start + speech.halves[whole as '0'],
    )
    .replace(/(\d),(?=\d)/g, '$1')
    // A voice would read a full stop after a digit as part of the number.
    .replace(/(\d)\.(?=\s|$)/g, `$1${speech.pause === '.' ? ' .' : speech.pause}`)
    .replace(/\s*·\s*/g, `${speech.pause} `)
  if (language === 'en') return [{ text: spokenText, language }]
  return spokenText
    .split(LATIN)
    .map((part, at): Phrase => ({ text: part.trim(), language: at % 2 === 1 ? 'en' : language }))
    .filter((part) => /[\p{L}\p{N}]/u.test(part.text))
}

function amountIn(speech: Words['voice']['speech'], count: number, part: string): string {
  const rupees = count === 0 ? speech.noRupees : speech.rupees({ count })
  const paise = Number(part.padEnd(2, '0'))
  return paise === 0 ? rupees : speech.withPaise({ rupees, paise })
}
