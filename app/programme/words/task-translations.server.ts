/** Translates texts that the shop has in English and Hindi into the reader's language. */
import { TEXTS } from '#app/programme/words/words.server.ts'
import { localTaskName } from '#app/programme/words/words.ts'
import { PRESET_WORDS, type PresetWords } from '#shop/programme/rejection.ts'
import type { NameInBoth } from '#shop/programme/task-words.ts'
import { type Language, writtenFor } from '#shop/programme/worker.ts'

/** Returns the preset reasons of rejections in a language. */
export function reasonsIn(language: Language): PresetWords {
  return TEXTS[language].reasons ?? PRESET_WORDS[writtenFor(language)]
}

/** Returns a task's name for a reader, with its language. */
export function taskNameFor(language: Language, task: NameInBoth) {
  return localTaskName(TEXTS[language], language, task)
}
