import type { Ctx } from '#shop/ctx.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { setNewsOff } from '#shop/programme/news.sql.ts'
import { NEWS_KINDS, type NewsKind } from '#shop/programme/news.ts'
import { inTransaction } from '#shop/transaction.ts'

/** A worker chooses the kinds of messages that she wants. Emails of the other kinds end, too. */
export async function chooseNews(ctx: Ctx, wanted: readonly NewsKind[]) {
  const { actor } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (!actor.isWorker) return err('worker_not_found')
  return inTransaction(ctx, async (db) => {
    const off = NEWS_KINDS.filter((kind) => !wanted.includes(kind))
    return (await setNewsOff(db, actor.id, off)) ? ok(null) : err('worker_not_found')
  })
}
