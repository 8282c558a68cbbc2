import { type SignInTexts, type SignInWords, signInWords } from '#app/programme/worker/sign-in-words.ts'
import type { Language } from '#shop/programme/worker.ts'

const FILES = import.meta.glob<SignInTexts>('./sign-in-words/*.ts', { eager: true, import: 'words' })

/** The texts of joining and signing in by PIN, in one language. */
export function signInTextsIn(language: Language): SignInTexts {
  const texts = FILES[`./sign-in-words/${language}.ts`]
  if (!texts) throw new Error(`app/programme/worker/sign-in-words/${language}.ts is missing`)
  return texts
}

/** The words in a language. */
export function signInWordsIn(language: Language): SignInWords {
  return signInWords(signInTextsIn(language), language)
}
