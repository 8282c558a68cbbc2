/** The words of messages and of their settings. Each language is a file in `news-words/`; a page gets one of them. */
import { type TranslationOf, type WordsOf, wordsOf } from '#app/kit/work/translations.ts'
import type { words as english } from '#app/programme/worker/news-words/en.ts'
import type { Language } from '#shop/programme/worker.ts'

export type NewsTexts = TranslationOf<typeof english>
export type NewsWords = WordsOf<typeof english>

/** The words made of the texts of a language. */
export function newsWords(texts: NewsTexts, language: Language): NewsWords {
  return wordsOf<typeof english>(texts, language)
}
