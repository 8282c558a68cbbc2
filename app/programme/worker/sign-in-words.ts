/** The words of joining and signing in by PIN. Each language is a file in `sign-in-words/`; a page gets one of them. */
import { type TranslationOf, type WordsOf, wordsOf } from '#app/kit/work/translations.ts'
import type { words as english } from '#app/programme/worker/sign-in-words/en.ts'
import type { Language } from '#shop/programme/worker.ts'

export type SignInTexts = TranslationOf<typeof english>
export type SignInWords = WordsOf<typeof english>
export type PinFormProblem = keyof SignInWords['problems']

/** The words made of the texts that the server sent. */
export function signInWords(texts: SignInTexts, language: Language): SignInWords {
  return wordsOf<typeof english>(texts, language)
}
