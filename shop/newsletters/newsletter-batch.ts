/** Steps of a batch, each called with the current time. They tolerate that a job runs twice, even concurrently. */
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
  advanceBatch,
  endSending,
  holdRecipient,
  listDueRecipients,
  markSent,
  nextDueTime,
  recordNewsletter,
  releaseRecipient,
  requeueOrFail,
  skipUnsubscribed,
} from '#shop/newsletters/newsletters.sql.ts'
import { transact } from '#shop/transaction.ts'

export type Batch = { newsletterId: string; batch: number }

/**
 * Returns the state of a batch, or null if the batch or the sending has ended. `policyLimit`: how many refusals by
 * policy stop the sending.
 */
export async function openBatch({ db, now }: Pick<Ctx, 'db' | 'now'>, { newsletterId, batch }: Batch) {
  const newsletter = await findNewsletter(db, newsletterId)
  if (newsletter?.status !== 'sending' || newsletter.batch !== batch) return null
  const recipientIds = await listDueRecipients(db, { newsletterId, now, limit: BATCH_SIZE })
  // A first batch smaller than the limit stops when all its recipients are refused.
  const policyLimit = batch === 1 ? Math.min(POLICY_LIMIT, recipientIds.length) : POLICY_LIMIT
  return { newsletter, recipientIds, policyLimit }
}

/** Claims a recipient for one attempt. Null if the recipient is no longer subscribed, or claimed by another job. */
export async function claimRecipient({ db, now }: Pick<Ctx, 'db' | 'now'>, recipientId: string) {
  const until = new Date(now.getTime() + HOLD_MINUTES * MINUTE_MS)
  const letter = await holdRecipient(db, { id: recipientId, until, now })
  if (!letter) await skipUnsubscribed(db, recipientId)
  return letter
}

/** Result of an attempt. 'not_tried': no email can be sent at the moment. */
export type Outcome = 'sent' | 'unknown_address' | 'refused' | 'refused_for_now' | 'not_tried'

/** Stores the result of an attempt. After a temporary refusal the email is retried, up to MAX_TRIES. */
export async function recordOutcome({ db, now }: Pick<Ctx, 'db' | 'now'>, id: string, outcome: Outcome) {
  if (outcome === 'sent') return markSent(db, id, now)
  if (outcome === 'not_tried') return releaseRecipient(db, id)
  const at = new Date(now.getTime() + RETRY_MINUTES * MINUTE_MS)
  if (outcome === 'unknown_address') await markUndeliverable(db, id, now)
  await requeueOrFail(db, { id, at, maxTries: outcome === 'refused_for_now' ? MAX_TRIES : 0 })
}

type Refusals = { newsletterId: string; reason: string; recipientIds: readonly string[] }

/** Stops a sending whose emails the mail server refuses. The refused recipients stay queued for a resume. */
export async function stopSending(ctx: Ctx, { newsletterId, reason, recipientIds }: Refusals): Promise<void> {
  const { now } = ctx
  await transact(ctx, async (db) => {
    for (const id of recipientIds) await releaseRecipient(db, id)
    if (!(await endSending(db, newsletterId, { as: 'stopped', reason, now }))) return
    const after = { status: 'stopped', stopReason: reason }
    await recordNewsletter(db, ctx, 'stop', newsletterId, { status: 'sending' }, after)
  })
}

/** Queues the next batch after a pause, or ends the sending. Idempotent. */
export async function closeBatch(ctx: Ctx, { newsletterId, batch }: Batch): Promise<void> {
  const { now, jobs } = ctx
  await transact(ctx, async (db) => {
    const dueTime = await nextDueTime(db, newsletterId)
    if (!dueTime) return void (await endSending(db, newsletterId, { as: 'sent', now }))
    const earliest = now.getTime() + BATCH_PAUSE_SECONDS * 1_000
    if (!(await advanceBatch(db, newsletterId, batch))) return
    const data = { newsletterId, batch: batch + 1 }
    const startAfter = new Date(Math.max(earliest, dueTime.getTime()))
    await jobs.send(db, { queue: 'newsletter-batch', data }, startAfter)
  })
}
