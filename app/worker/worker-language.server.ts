import { rememberedLanguage } from '#app/request/cookies.server.ts'
import type { WorkerCtx } from '#app/request/guards.server.ts'
import { usualTaskIn } from '#app/worker/all-words.ts'
import { type NameInBoth, taskNameIn } from '#shop/programme/task-words.ts'
import { type Language, writtenFor } from '#shop/programme/worker.ts'
import { findWorker } from '#shop/programme/workers.read.ts'

/** Her language: as her account says, or, for an admin who looks, as this browser remembers. */
export async function languageOf({ db, actor }: WorkerCtx, request: Request): Promise<Language> {
  const worker = await findWorker(db, actor.id)
  return worker?.language ?? rememberedLanguage(request) ?? 'en'
}

/** A task's name for a reader of this language: a usual task's in her own, or as the admin wrote it. */
export function nameFor(language: Language, task: NameInBoth): string {
  return usualTaskIn(language, task.taskName) ?? taskNameIn(writtenFor(language), task)
}
