import { rememberedLanguage } from '#app/request/cookies.server.ts'
import type { WorkerCtx } from '#app/request/guards.server.ts'
import type { Language } from '#shop/programme/worker.ts'
import { findWorker } from '#shop/programme/workers.read.ts'

/** Her language: as her account says, or, for an admin who looks, as this browser remembers. */
export async function languageOf({ db, actor }: WorkerCtx, request: Request): Promise<Language> {
  const worker = await findWorker(db, actor.id)
  return worker?.language ?? rememberedLanguage(request) ?? 'en'
}
