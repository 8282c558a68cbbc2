import type { Ctx } from '#shop/ctx.ts'
import { findPush } from '#shop/programme/news.read.ts'
import { claimPush, deletePushPhone, recordDelivery, releasePush } from '#shop/programme/news.sql.ts'
import type { News } from '#shop/programme/news.ts'
import type { Language } from '#shop/programme/worker.ts'
import type { PushNote } from '#shop/push-service.ts'

/**
 * Sends a message to a phone, in the worker's language of now, at most once: a try without an answer is not repeated. What
 * is no longer true is not sent. `write`: the words. Throws when the push service took nothing, so that the job is tried
 * again.
 */
export async function pushNews(
  { db, push, now }: Pick<Ctx, 'db' | 'push' | 'now'>,
  sent: { newsId: string; subscriptionId: string },
  write: (news: News, language: Language) => PushNote,
): Promise<void> {
  if (!(await claimPush(db, { ...sent, serverKey: push.publicKey, now }))) return
  const found = await findPush(db, sent)
  if (!found) return
  const outcome = await push.send(found.address, write(found.news, found.language))
  if (outcome.kind === 'delivered') await recordDelivery(db, { ...sent, now })
  if (outcome.kind === 'gone') await deletePushPhone(db, sent.subscriptionId)
  if (outcome.kind !== 'refused') return
  await releasePush(db, sent)
  throw new Error(`the push service took nothing: ${outcome.problem}`)
}
