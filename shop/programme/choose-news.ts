import type { Ctx } from '#shop/ctx.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { setNewsOff } from '#shop/programme/news.sql.ts'
import { NEWS_KINDS, type NewsKind } from '#shop/programme/news.ts'
import type { ProgrammeRefusal } from '#shop/programme/refusal.ts'
import { inTransaction } from '#shop/transaction.ts'

type Refused = ProgrammeRefusal<'signed_out'> | ProgrammeRefusal<'worker_not_found'>

/** A worker chooses the kinds of messages that she wants. Emails of the other kinds end, too. */
export async function chooseNews(ctx: Ctx, wanted: readonly NewsKind[]): Promise<Result<null, Refused>> {
  const { actor } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (!actor.isWorker) return err('worker_not_found')
  return inTransaction<null, Refused>(ctx, async (db) => {
    const off = NEWS_KINDS.filter((kind) => !wanted.includes(kind))
    return (await setNewsOff(db, actor.id, off)) ? ok(null) : err('worker_not_found')
  })
}
