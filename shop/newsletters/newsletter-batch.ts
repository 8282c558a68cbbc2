/** Steps of a batch, each with the current time. A job may run twice, also simultaneously. */
import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import { markUndeliverable } from '#shop/messages/subscriptions.sql.ts'
import {
  BATCH_PAUSE_SECONDS,
  BATCH_SIZE,
  HOLD_MINUTES,
  MAX_TRIES,
  POLICY_LIMIT,
  RETRY_MINUTES,
} from '#shop/newsletters/newsletter.ts'
import { findNewsletter } from '#shop/newsletters/newsletters.read.ts'
import {
  dueRecipients,
  endSending,
  giveBack,
  holdRecipient,
  markSent,
  nextBatch,
  nextTurn,
  requeueOrFail,
  skipUnsubscribed,
} from '#shop/newsletters/newsletters.sql.ts'
import { transact } from '#shop/transaction.ts'

export type Batch = { newsletterId: string; batch: number }

/** Null if the batch or sending is over. `policyLimit`: refusals by policy that stop the sending. */
export async function openBatch({ db, now }: Pick<Ctx, 'db' | 'now'>, { newsletterId, batch }: Batch) {
  const newsletter = await findNewsletter(db, newsletterId)
  if (newsletter?.status !== 'sending' || newsletter.batch !== batch) return null
  const recipientIds = await dueRecipients(db, { newsletterId, now, limit: BATCH_SIZE })
  // A smaller first batch stops when all are refused.
  const policyLimit = batch === 1 ? Math.min(POLICY_LIMIT, recipientIds.length) : POLICY_LIMIT
  return { newsletter, recipientIds, policyLimit }
}

/** Holds a recipient for one attempt; null if not allowed or held by another job. */
export async function takeRecipient({ db, now }: Pick<Ctx, 'db' | 'now'>, recipientId: string) {
  const until = new Date(now.getTime() + HOLD_MINUTES * MINUTE_MS)
  const letter = await holdRecipient(db, { id: recipientId, until, now })
  if (!letter) await skipUnsubscribed(db, recipientId)
  return letter
}

/** 'not_tried': no email can be sent at the moment. */
export type Outcome = 'sent' | 'unknown_address' | 'refused' | 'refused_for_now' | 'not_tried'

/** A temporary refusal is retried, and fails with the last attempt. */
export async function settleRecipient({ db, now }: Pick<Ctx, 'db' | 'now'>, id: string, outcome: Outcome) {
  if (outcome === 'sent') return markSent(db, id, now)
  if (outcome === 'not_tried') return giveBack(db, id)
  const at = new Date(now.getTime() + RETRY_MINUTES * MINUTE_MS)
  if (outcome === 'unknown_address') await markUndeliverable(db, id, now)
  await requeueOrFail(db, { id, at, maxTries: outcome === 'refused_for_now' ? MAX_TRIES : 0 })
}

type Refused = { newsletterId: string; reason: string; recipientIds: readonly string[] }

/** The mail server refuses the shop's emails. Refused recipients remain for a resume. */
export async function stopRefused(ctx: Ctx, { newsletterId, reason, recipientIds }: Refused): Promise<void> {
  const { now } = ctx
  await transact(ctx, async (db) => {
    for (const id of recipientIds) await giveBack(db, id)
    if (!(await endSending(db, newsletterId, { as: 'stopped', reason, now }))) return
    await recordChange(db, {
      ...{ action: 'stop', entity: 'newsletter', entityId: newsletterId, actorId: null, now },
      ...{ before: { status: 'sending' }, after: { status: 'stopped', stopReason: reason } },
    })
  })
}

/** Queues the next batch after a pause, or ends the sending. Repeatable. */
export async function closeBatch(ctx: Ctx, { newsletterId, batch }: Batch): Promise<void> {
  const { now, jobs } = ctx
  await transact(ctx, async (db) => {
    const turn = await nextTurn(db, newsletterId)
    if (!turn) return void (await endSending(db, newsletterId, { as: 'sent', now }))
    const paused = now.getTime() + BATCH_PAUSE_SECONDS * 1_000
    if (!(await nextBatch(db, newsletterId, batch))) return
    const data = { newsletterId, batch: batch + 1 }
    const after = new Date(Math.max(paused, turn.getTime()))
    await jobs.send(db, { queue: 'newsletter-batch', data }, after)
  })
}
