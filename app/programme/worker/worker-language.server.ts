import { rememberedLanguage } from '#app/request/cookies.server.ts'
import type { WorkerCtx } from '#app/request/guards.server.ts'
// The server has the words of every language at hand.
import '#app/programme/worker/all-words.ts'
import { usualTaskIn } from '#app/programme/words/task-translations.server.ts'
import { type NameInBoth, taskNameIn } from '#shop/programme/task-words.ts'
import { type Language, writtenFor } from '#shop/programme/worker.ts'
import { findWorker } from '#shop/programme/workers.read.ts'

/** Her language: as her account says, or, for an admin who looks, as this browser remembers. */
export async function languageOf({ db, actor }: WorkerCtx, request: Request): Promise<Language> {
  const worker = await findWorker(db, actor.id)
  return worker?.language ?? rememberedLanguage(request) ?? 'en'
}

type Named = { text: string; lang: Language }

/** A task's name for a reader of this language: a usual task's in her own, or as the admin wrote it. */
export function nameFor(language: Language, task: NameInBoth): Named {
  const usual = usualTaskIn(language, task.taskName)
  return usual ? { text: usual, lang: language } : written(language, taskNameIn(writtenFor(language), task))
}

/** A text of the admin's for a reader of this language: Hindi where there is any. */
export function written(language: Language, text: string): Named {
  return { text, lang: /\p{Script=Devanagari}/u.test(text) ? writtenFor(language) : 'en' }
}
