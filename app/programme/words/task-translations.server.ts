/** Translates the shop's English and Hindi texts into the reader's language. */
import { TEXTS } from '#app/programme/words/words.server.ts'
import { PRESET_WORDS, type PresetWords } from '#shop/programme/rejection.ts'
import { type NameInBoth, taskNameIn } from '#shop/programme/task-words.ts'
import { type Language, writtenFor } from '#shop/programme/worker.ts'

/** Returns a usual task's translated name; null for other tasks, and for languages in which admins write tasks. */
export function usualTaskIn(language: Language, taskName: string): string | null {
  const tasks: Readonly<Record<string, string>> = TEXTS[language].usualTasks ?? {}
  return tasks[taskName] ?? null
}

/** Returns the preset reasons of rejections in a language. */
export function reasonsIn(language: Language): PresetWords {
  return TEXTS[language].reasons ?? PRESET_WORDS[writtenFor(language)]
}

type LocalizedText = { text: string; lang: Language }

/** Returns a task's name for a reader: translated if it is a usual task, else as the admin wrote it. */
export function taskNameFor(language: Language, task: NameInBoth): LocalizedText {
  const usual = usualTaskIn(language, task.taskName)
  return usual ? { text: usual, lang: language } : localize(language, taskNameIn(writtenFor(language), task))
}

/** Returns an admin's text with its language, for the `lang` attribute. */
export function localize(language: Language, text: string): LocalizedText {
  return { text, lang: /\p{Script=Devanagari}/u.test(text) ? writtenFor(language) : 'en' }
}
