/** The words of all languages at once: for the server, and for what speaks to a reader whose language it does not know. */
import { provideWords, type Translation, type Words } from '#app/worker/words.ts'
import { PRESET_WORDS, type PresetWords } from '#shop/programme/rejection.ts'
import { LANGUAGES, type Language, writtenFor } from '#shop/programme/worker.ts'

type File = { words: Translation; usualTasks?: Readonly<Record<string, string>>; reasons?: PresetWords }

const FILES = import.meta.glob<File>('./words/*.ts', { eager: true })

for (const language of LANGUAGES) provideWords(language, translationIn(language))

/** The words in a language. */
export function wordsIn(language: Language): Words {
  return provideWords(language, translationIn(language))
}

/** The texts of a language as its file has them. */
export function translationIn(language: Language): Translation {
  return fileOf(language).words
}

/** A usual task's name in a language that tasks are not written in; null for other tasks and languages. */
export function usualTaskIn(language: Language, taskName: string): string | null {
  return fileOf(language).usualTasks?.[taskName] ?? null
}

/** Why work has to be done again, in a language. */
export function reasonsIn(language: Language): PresetWords {
  return fileOf(language).reasons ?? PRESET_WORDS[writtenFor(language)]
}

function fileOf(language: Language): File {
  const file = FILES[`./words/${language}.ts`]
  if (!file) throw new Error(`app/worker/words/${language}.ts is missing`)
  return file
}
