/** The words of the worker's screens. Each language is a file in `words/`. */
import { type TranslationOf, type WordsOf, wordsOf } from '#app/kit/work/translations.ts'
import type { words as english } from '#app/programme/worker/words/en.ts'
import type { Language } from '#shop/programme/worker.ts'

/** The texts of one language: those of the English, key by key. */
export type Translation = TranslationOf<typeof english>

/** The texts of a language as its pages use them: those with gaps are functions. */
export type Words = WordsOf<typeof english>

/** The invalid field, and its problem. */
export type WrongField = keyof Words['wrongFields']

const made = new Map<Language, Words>()
const loading = new Map<Language, Promise<Words>>()

/** Takes a language's texts, where all of them are at hand. */
export function provideWords(language: Language, texts: Translation): Words {
  const words = made.get(language) ?? wordsOf<typeof english>(texts, language)
  made.set(language, words)
  return words
}

/** The words in a language, if they are here. */
export function wordsHere(language: Language): Words | null {
  return made.get(language) ?? null
}

const FILES = import.meta.glob<Translation>('./words/*.ts', { import: 'words' })
const RETRY_MS = 5_000

/** The words of one language, from its own file. Until it comes the page is as the server sent it. */
export function loadWords(language: Language): Promise<Words> {
  const known = loading.get(language) ?? loadOne(language)
  loading.set(language, known)
  return known
}

async function loadOne(language: Language): Promise<Words> {
  const load = FILES[`./words/${language}.ts`]
  if (!load) throw new Error(`app/programme/worker/words/${language}.ts is missing`)
  for (;;) {
    const texts = await load().catch(() => null)
    if (texts) return provideWords(language, texts)
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

/** A count that is added or taken back: '+11', '−1'. */
export function signed(count: number): string {
  return count > 0 ? `+${count}` : String(count).replace('-', '−')
}

/** Unsent work on this phone. `counted`: the sum of the steps; null without any. */
export type Unsent = { starts: number; counted: number | null; photos: number; bytes: number }

/** What is not sent yet, in one line: 'Still to be sent: started 1 · count +11 · photos 1 (240 KB)'. */
export function unsentLine(words: Words, { starts, counted, photos, bytes }: Unsent): string {
  const { unsentParts: parts } = words
  const what = [
    ...(starts > 0 ? [parts.starts({ count: starts })] : []),
    ...(counted === null ? [] : [parts.steps({ steps: signed(counted) })]),
    ...(photos > 0 ? [parts.photos({ count: photos, size: Math.ceil(bytes / 1024) })] : []),
  ]
  return words.waits({ what: what.join(' · ') })
}
