import { randomUUID } from 'node:crypto'
import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { mayCoordinate, scopeOf } from '#shop/programme/coordination.ts'
import type { SentNewsInput } from '#shop/programme/input.ts'
import { insertDeadlineNews, markSent, newsExists, setNewsOff, unmarkSent } from '#shop/programme/news.sql.ts'
import { NEWS_KINDS, type NewsKind } from '#shop/programme/news.ts'
import { claimTasksToRemind } from '#shop/programme/tasks.sql.ts'
import { inTransaction, transact } from '#shop/transaction.ts'

/** Sets which kinds of messages a worker gets. The other kinds are not emailed either. */
export async function chooseNews(ctx: Ctx, wanted: readonly NewsKind[]) {
  const { actor } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (!actor.isWorker) return err('worker_not_found')
  return inTransaction(ctx, async (db) => {
    const off = NEWS_KINDS.filter((kind) => !wanted.includes(kind))
    return (await setNewsOff(db, actor.id, off)) ? ok(null) : err('worker_not_found')
  })
}

/** Marks messages as sent. Messages that were marked before keep their sender. */
export async function markNewsSent(ctx: Ctx, { userId, newsIds }: SentNewsInput) {
  const { actor, now } = ctx
  if (!mayCoordinate(actor)) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    if (!(await newsExists(db, { userId, newsIds, scope: scopeOf(actor) }))) return err('news_not_found')
    const sentId = randomUUID()
    const kinds = await markSent(db, { userId, newsIds, sentId, actorId: actor.id, now })
    await recordAction(db, ctx, 'tell', 'worker', userId, { messages: [] }, { messages: kinds })
    return ok(null)
  })
}

/** Marks the messages of one text as unsent. */
export async function unmarkNewsSent(ctx: Ctx, sentId: string) {
  const { actor } = ctx
  if (!mayCoordinate(actor)) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const rows = await unmarkSent(db, sentId, scopeOf(actor))
    const [first] = rows
    if (!first) return err('news_not_found')
    const entityId = first.userId
    const kinds = rows.map(({ kind }) => kind)
    await recordAction(db, ctx, 'undo tell', 'worker', entityId, { messages: kinds }, { messages: [] })
    return ok(null)
  })
}

/** Inserts a message for each task due tomorrow in India, once per task. Returns their number. */
export async function announceDeadlines({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  return insertDeadlineNews(db, now)
}

const REMINDER_MS = DAY_MS

/** Emails workers about tasks that are due within a day, once per task. Returns the number of emails. */
export async function remindOfDeadlines(ctx: Omit<Ctx, 'actor'>): Promise<number> {
  const { now, jobs } = ctx
  return transact(ctx, async (db) => {
    const ids = await claimTasksToRemind(db, now, new Date(now.getTime() + REMINDER_MS))
    for (const workLogId of ids)
      await jobs.send(db, { queue: 'programme-mail', data: { kind: 'deadline-reminder', id: workLogId } })
    return ids.length
  })
}
