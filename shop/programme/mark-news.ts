import { randomUUID } from 'node:crypto'
import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { mayCoordinate, scopeOf } from '#shop/programme/coordination.ts'
import type { SentNewsInput } from '#shop/programme/input.ts'
import { markSent, seesNews, unmarkSent } from '#shop/programme/news.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/**
 * A coordinator, or an admin, marks the messages of one text to a worker as sent. What was marked before stays with who
 * marked it.
 */
export async function markNewsSent(ctx: Ctx, { userId, newsIds }: SentNewsInput) {
  const { actor, now } = ctx
  if (!mayCoordinate(actor)) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    if (!(await seesNews(db, { userId, newsIds, scope: scopeOf(actor) }))) return err('news_not_found')
    const sentId = randomUUID()
    const kinds = await markSent(db, { userId, newsIds, sentId, actorId: actor.id, now })
    const change = { actorId: actor.id, action: 'tell', entity: 'worker', entityId: userId, now } as const
    await recordChange(db, { ...change, before: { messages: [] }, after: { messages: kinds } })
    return ok(null)
  })
}

/** Takes back that the messages of one text were sent: they wait again. */
export async function unmarkNewsSent(ctx: Ctx, sentId: string) {
  const { actor, now } = ctx
  if (!mayCoordinate(actor)) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const rows = await unmarkSent(db, sentId, scopeOf(actor))
    const [first] = rows
    if (!first) return err('news_not_found')
    const entityId = first.userId
    const change = { actorId: actor.id, action: 'undo tell', entity: 'worker', entityId, now } as const
    const kinds = rows.map(({ kind }) => kind)
    await recordChange(db, { ...change, before: { messages: kinds }, after: { messages: [] } })
    return ok(null)
  })
}
