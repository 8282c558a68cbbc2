/** Refunds above the shop's limit need two persons: the second one has to make the same decision as the first. */
import type { Ctx, Db } from '#shop/ctx.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import type { Result } from '#shop/kernel/result.ts'
import type { RefundAgreement, RefundTerms } from '#shop/payments/refund.ts'
import {
  findAgreement,
  refundedSum,
  saveAgreement,
  takeAgreement,
} from '#shop/payments/refund-agreements.sql.ts'

/** Days for which the first person's decision waits for the second. */
const AGREEMENT_DAYS = 7

export type SecondPersonRefusal = { ok: false; reason: 'second_person_needed' }

/** True when the refund may be made now; false when the actor's decision is the first. */
type IsAgreed = (db: Db, terms: RefundTerms) => Promise<boolean>

/**
 * Runs a decision that may refund money. It asks `isAgreed` in its transaction, with the order locked, and answers
 * `second_person_needed` on false; the decision is then noted for the second person, though its transaction is undone.
 */
export async function withSecondPerson<Value, Refusal extends { ok: false; reason: string }>(
  ctx: Ctx,
  orderId: string,
  decide: (isAgreed: IsAgreed) => Promise<Result<Value, Refusal | SecondPersonRefusal>>,
): Promise<Result<Value, Refusal | SecondPersonRefusal>> {
  const { actor, now } = ctx
  const above = ctx.config.secondPerson.refundsAbove
  if (above === null || actor.kind === 'visitor') return decide(async () => true)
  let noted: string | null = null
  const decided = await decide(async (db, wanted) => {
    // Parts of one refund count together, so that none is split to stay below the limit.
    if (wanted.amount + (await refundedSum(db, orderId)) <= above) return true
    const terms = canonical(wanted)
    if (await takeAgreement(db, orderId, { terms, actorId: actor.id, oldest: oldest(now) })) return true
    noted = terms
    return false
  })
  if (noted !== null && !decided.ok && decided.reason === 'second_person_needed')
    await saveAgreement(ctx.db, orderId, { terms: noted, actorId: actor.id, now })
  return decided
}

function canonical({ kind, amount, returned }: RefundTerms): string {
  const lines = returned
    .filter(({ quantity }) => quantity > 0)
    .map(({ itemId, quantity, restocked }) => ({ itemId: itemId.toLowerCase(), quantity, restocked }))
    .toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1))
  return JSON.stringify({ kind, amount, returned: lines })
}

const oldest = (now: Date) => new Date(now.getTime() - AGREEMENT_DAYS * DAY_MS)

/** The decision about this order that waits for a second person; null without one. */
export function refundAgreementOf(db: Db, orderId: string, now: Date): Promise<RefundAgreement | null> {
  return findAgreement(db, orderId, oldest(now))
}
