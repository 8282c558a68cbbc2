import type { RouterContextProvider } from 'react-router'
import { requestContext } from '#app/request/context.server.ts'
import { authLanguage, pinLanguage, rememberedLanguage } from '#app/request/cookies.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { Actor, Person } from '#shop/kernel/actor.ts'
import { type Language, writtenFor } from '#shop/programme/worker.ts'
import { findWorker } from '#shop/programme/workers.read.ts'

/** Returns the language of a worker's account. For others, returns the language that this browser remembers. */
export async function accountLanguage({ db, actor }: { db: Ctx['db']; actor: Person }, request: Request) {
  return (await workerLanguage(db, actor)) ?? rememberedLanguage(request) ?? 'en'
}

async function workerLanguage(db: Ctx['db'], actor: Actor): Promise<Language | null> {
  const worker = actor.kind === 'person' && actor.isWorker ? await findWorker(db, actor.id) : null
  return worker?.language ?? null
}

/**
 * Returns the language of a page's texts. Dashboard: English. Joining and sign-in with a PIN: the browser's choice.
 * Pages of workers and coordinators: the account's. Other pages: English for staff, English or Hindi for others.
 */
export async function readerLanguage(
  request: Request,
  context: Readonly<RouterContextProvider>,
  { side, guard }: Pick<PageHandle, 'side' | 'guard'>,
): Promise<Language> {
  const { ctx, pending, pinWorker } = context.get(requestContext)
  if (side === 'admin') return 'en'
  if (side === 'worker' && guard === 'none') return pinLanguage(request)
  const actor = (guard === 'worker' ? pinWorker : pending) ?? ctx.actor
  if (side === 'worker' || side === 'coordinator')
    return actor.kind === 'person' ? accountLanguage({ db: ctx.db, actor }, request) : 'en'
  if (actor.kind === 'person' && actor.staffRole !== null) return 'en'
  const language = await workerLanguage(ctx.db, actor)
  return language ? writtenFor(language) : authLanguage(request)
}
