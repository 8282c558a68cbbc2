/** What the shop has in English and Hindi, in the workers' other languages. Apart from their words, which phones load. */
import * as mr from '#app/programme/worker/words/mr.ts'
import { PRESET_WORDS, type PresetWords } from '#shop/programme/rejection.ts'
import { type Language, writtenFor } from '#shop/programme/worker.ts'

type File = { usualTasks?: Readonly<Record<string, string>>; reasons?: PresetWords }

/** Of the languages that tasks and reasons are not written in. Without `import.meta.glob`, since jobs read it, too. */
const FILES: Partial<Record<Language, File>> = { mr }

/** A usual task's name in a language that tasks are not written in; null for other tasks and languages. */
export function usualTaskIn(language: Language, taskName: string): string | null {
  return FILES[language]?.usualTasks?.[taskName] ?? null
}

/** Why work has to be done again, in a language. */
export function reasonsIn(language: Language): PresetWords {
  return FILES[language]?.reasons ?? PRESET_WORDS[writtenFor(language)]
}
