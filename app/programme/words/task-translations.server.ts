/** Translates the shop's English and Hindi texts into the reader's language. */
import { TEXTS } from '#app/programme/words/words.server.ts'
import { PRESET_WORDS, type PresetWords } from '#shop/programme/rejection.ts'
import { type NameInBoth, taskNameIn } from '#shop/programme/task-words.ts'
import { type Language, writtenFor } from '#shop/programme/worker.ts'

/** A usual task's name in a language that tasks are not written in; null for other tasks and languages. */
export function usualTaskIn(language: Language, taskName: string): string | null {
  const tasks: Readonly<Record<string, string>> = TEXTS[language].usualTasks ?? {}
  return tasks[taskName] ?? null
}

/** Why work has to be done again, in a language. */
export function reasonsIn(language: Language): PresetWords {
  return TEXTS[language].reasons ?? PRESET_WORDS[writtenFor(language)]
}

type Written = { text: string; lang: Language }

/** A task's name for a reader of this language: a usual task's translated, or as the admin wrote it. */
export function nameFor(language: Language, task: NameInBoth): Written {
  const usual = usualTaskIn(language, task.taskName)
  return usual ? { text: usual, lang: language } : written(language, taskNameIn(writtenFor(language), task))
}

/** A text of the admin's for a reader of this language: Hindi where there is any. */
export function written(language: Language, text: string): Written {
  return { text, lang: /\p{Script=Devanagari}/u.test(text) ? writtenFor(language) : 'en' }
}
