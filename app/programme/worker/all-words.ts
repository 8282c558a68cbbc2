/** The words of all languages at once: for the server, and for what speaks to a reader whose language it does not know. */
import { provideWords, type Translation, type Words } from '#app/programme/worker/words.ts'
import { LANGUAGES, type Language } from '#shop/programme/worker.ts'

const FILES = import.meta.glob<Translation>('./words/*.ts', { eager: true, import: 'words' })

for (const language of LANGUAGES) provideWords(language, translationIn(language))

/** The words in a language. */
export function wordsIn(language: Language): Words {
  return provideWords(language, translationIn(language))
}

/** The texts of a language as its file has them. */
export function translationIn(language: Language): Translation {
  const texts = FILES[`./words/${language}.ts`]
  if (!texts) throw new Error(`app/programme/worker/words/${language}.ts is missing`)
  return texts
}
