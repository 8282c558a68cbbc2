/** Text for a voice: the visible text, with amounts and halves as spoken. */
import type { Words } from '#app/programme/words/words.ts'
import type { Language } from '#shop/programme/worker.ts'

export type Spoken = { text: string; language: Language }

/** One text of several, with a pause between: 'Pack ragi. 24 boxes. Count twice.' */
export function asSentences(parts: string[], pause: string): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => (/[.!?।…]$/.test(part) ? part : `${part}${pause}`))
    .join(' ')
}

const RUPEES = /₹\s?(\d[\d,]*)(?:\.(\d{1,2}))?/g
const LATIN = /([A-Za-z][\w@.+-]*(?:\s+[A-Za-z][\w@.+-]*)*)/

/**
 * The utterances for a text. '₹1,250.50' is '1250 rupees and 50 paise', 4.5 is 'four and a half', and numbers have
 * no commas. Inside other languages, words in Latin letters are utterances of their own, for an English voice.
 */
export function spokenParts(text: string, language: Language, speech: Words['voice']['speech']): Spoken[] {
  const said = text
    .replace(RUPEES, (_, whole: string, part = '') =>
      amountIn(speech, Number(whole.replaceAll(',', '')), part),
    )
    .replace(
      /(^|[^\d.,])([0-4])\.5(?!\d)/g,
      (_, start: string, whole: string) => start + speech.halves[whole as '0'],
    )
    .replace(/(\d),(?=\d)/g, '$1')
    // A voice reads a full stop after a digit as part of the number.
    .replace(/(\d)\.(?=\s|$)/g, `$1${speech.pause === '.' ? ' .' : speech.pause}`)
    .replace(/\s*·\s*/g, `${speech.pause} `)
  if (language === 'en') return [{ text: said, language }]
  return said
    .split(LATIN)
    .map((part, at): Spoken => ({ text: part.trim(), language: at % 2 === 1 ? 'en' : language }))
    .filter((part) => /[\p{L}\p{N}]/u.test(part.text))
}

function amountIn(speech: Words['voice']['speech'], count: number, part: string): string {
  const rupees = count === 0 ? speech.noRupees : speech.rupees({ count })
  const paise = Number(part.padEnd(2, '0'))
  return paise === 0 ? rupees : speech.withPaise({ rupees, paise })
}
