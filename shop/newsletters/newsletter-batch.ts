/**
 * The steps of sending one batch, each with a ctx of its own moment. A job may run twice, at the same time too: a
 * recipient is held by one try at a time, and only one job moves on to the next batch.
 */
import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import { markUndeliverable } from '#shop/messages/subscriptions.sql.ts'
import {
  BATCH_PAUSE_SECONDS,
  BATCH_SIZE,
  HOLD_MINUTES,
  type Letter,
  MAX_TRIES,
  type Newsletter,
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
  putBack,
  skipUnsubscribed,
} from '#shop/newsletters/newsletters.sql.ts'
import { transact } from '#shop/transaction.ts'

export type Batch = { newsletterId: string; batch: number }

/**
 * The newsletter, the recipients whose turn it is, and the number of refusals by policy that stop the sending; null when this batch is over or the sending has ended.
 */
export async function openBatch(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { newsletterId, batch }: Batch,
): Promise<{ newsletter: Newsletter; recipientIds: string[]; policyLimit: number } | null> {
  const newsletter = await findNewsletter(db, newsletterId)
  if (newsletter?.status !== 'sending' || newsletter.batch !== batch) return null
  const recipientIds = await dueRecipients(db, { newsletterId, now, limit: BATCH_SIZE })
  // A first batch of fewer recipients is stopped when all are refused.
  const policyLimit = batch === 1 ? Math.min(POLICY_LIMIT, recipientIds.length) : POLICY_LIMIT
  return { newsletter, recipientIds, policyLimit }
}

/** Takes a recipient for one try; null for one who must not get it, or not from this job. */
export async function takeRecipient(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  recipientId: string,
): Promise<Letter | null> {
  const until = new Date(now.getTime() + HOLD_MINUTES * MINUTE_MS)
  const letter = await holdRecipient(db, { id: recipientId, until, now })
  if (!letter) await skipUnsubscribed(db, recipientId)
  return letter
}

/**
 * What became of a try: sent; refused because the address does not exist, for good, or for now; or not tried, because
 * no email can be sent at the moment.
 */
export type Outcome = 'sent' | 'unknown_address' | 'refused' | 'refused_for_now' | 'not_tried'

/** Records the outcome of a try. A temporary refusal is tried again later, and fails with the last try. */
export async function settleRecipient(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  id: string,
  outcome: Outcome,
): Promise<void> {
  if (outcome === 'sent') return markSent(db, id, now)
  if (outcome === 'not_tried') return giveBack(db, id)
  const at = new Date(now.getTime() + RETRY_MINUTES * MINUTE_MS)
  if (outcome === 'unknown_address') await markUndeliverable(db, id, now)
  await putBack(db, { id, at, maxTries: outcome === 'refused_for_now' ? MAX_TRIES : 0 })
}

type Refused = { newsletterId: string; reason: string; recipientIds: readonly string[] }

/** Stops the sending because the mail server refuses the shop's emails. The refused recipients are left for a resume. */
export async function stopRefused(ctx: Ctx, { newsletterId, reason, recipientIds }: Refused): Promise<void> {
  const { now } = ctx
  await transact(ctx, async (db) => {
    for (const id of recipientIds) await giveBack(db, id)
    if (!(await endSending(db, newsletterId, { as: 'stopped', reason, now }))) return
    const noted = { action: 'stop', entity: 'newsletter', entityId: newsletterId } as const
    const [before, after] = [{ status: 'sending' }, { status: 'stopped', stopReason: reason }]
    await recordChange(db, { ...noted, before, after, actorId: null, now })
  })
}

/** Queues the next batch after a pause, or ends the sending when nobody is left. Repeating it changes nothing. */
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
