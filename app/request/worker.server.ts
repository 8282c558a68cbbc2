import { data, type RouterContextProvider } from 'react-router'
import { shopCtx } from '#app/request/context.server.ts'
import { rememberedLanguage } from '#app/request/cookies.server.ts'
import type { Ctx } from '#shop/ctx.ts'
import { canOpenWorkerPages, type Person } from '#shop/kernel/actor.ts'
import type { Language } from '#shop/programme/worker.ts'
import { findWorker } from '#shop/programme/workers.read.ts'

export type WorkerCtx = Ctx & { actor: Person }

/**
 * The use cases' ctx of a worker's request. Whoever is not signed in gets the 401 page, whoever is neither a worker nor
 * an admin the 403 page: every loader and action of the worker's screens begins with this.
 */
export function workerCtx(context: Readonly<RouterContextProvider>): WorkerCtx {
  const ctx = shopCtx(context)
  const { actor } = ctx
  if (actor.kind === 'visitor') throw data(null, { status: 401 })
  if (!canOpenWorkerPages(actor)) throw data(null, { status: 403 })
  return { ...ctx, actor }
}

/** Her language: as her account says, or, for an admin who looks, as this browser remembers. */
export async function languageOf({ db, actor }: WorkerCtx, request: Request): Promise<Language> {
  const worker = await findWorker(db, actor.id)
  return worker?.language ?? rememberedLanguage(request)
}
