/** Refunds above the shop's limit need the same decision by two persons. Nobody may refund their own order. */
import type { Ctx, Db } from '#shop/ctx.ts'
import { isOwnAccount } from '#shop/customers/own-accounts.read.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { add, larger } from '#shop/kernel/money.ts'
import { err, type Result } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import type { RefundAgreement, RefundTerms } from '#shop/payments/refund.ts'
import {
  consumeAgreement,
  findAgreement,
  lockRefundsBy,
  refundsSoFar,
  saveAgreement,
  sumRefundsBy,
} from '#shop/payments/refund-agreements.sql.ts'
import { outgoingSum } from '#shop/programme/outgoing.read.ts'
import { lockOutgoing } from '#shop/programme/pay.sql.ts'

const AGREEMENT_DAYS = 7

/** Null: refund now. `second_person_needed`: the actor decided first. `own_order`: the order is the actor's. */
export type RefuseRefund = (
  db: Db,
  terms: RefundTerms,
) => Promise<'second_person_needed' | 'own_order' | null>

/** Runs a decision. A first decision rolls its transaction back, and is then saved for the second person. */
export async function withSecondPerson<Outcome extends Result<unknown>>(
  ctx: Ctx,
  orderId: string,
  decide: (refuseRefund: RefuseRefund) => Promise<Outcome>,
) {
  const { actor, now } = ctx
  const above = ctx.config.secondPerson.refundsAbove
  if (actor.kind === 'visitor') return err('second_person_needed')
  const actorId = actor.id
  let firstDecision: string | null = null
  const outcome = await decide(async (db, wanted) => {
    const { amount } = wanted
    const { customerId, refunded } = await refundsSoFar(db, orderId)
    if (amount > 0 && (await isOwnAccount(db, actorId, customerId))) return 'own_order'
    if (above === null) return null
    await lockOutgoing(db)
    const payments = [{ payeeId: customerId, amount }]
    const outgoing = await outgoingSum(db, { payerId: actorId, payments, at: now, payoutNumber: null })
    // Earlier refunds of the order count, so that a refund cannot be split to stay below the limit.
    if (larger(outgoing, add(amount, refunded)) <= above) return null
    const terms = canonicalTerms(wanted)
    if (await consumeAgreement(db, orderId, { terms, actorId, oldest: cutoff(now), now })) return null
    firstDecision = terms
    return 'second_person_needed'
  })
  if (firstDecision !== null && !outcome.ok && outcome.reason === 'second_person_needed')
    await saveAgreement(ctx.db, orderId, { terms: firstDecision, actorId, now })
  return outcome
}

function canonicalTerms({ kind, amount, returned }: RefundTerms): string {
  const lines = returned
    .filter(({ quantity }) => quantity > 0)
    .map(({ itemId, quantity, restocked }) => ({ itemId: itemId.toLowerCase(), quantity, restocked }))
    .toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1))
  return JSON.stringify({ kind, amount, returned: lines })
}

const cutoff = (now: Date) => new Date(now.getTime() - AGREEMENT_DAYS * DAY_MS)

export function refundAgreementOf(db: Db, orderId: string, now: Date): Promise<RefundAgreement | null> {
  return findAgreement(db, orderId, cutoff(now))
}

/** True if the refunds since the actor's last proof exceed the limit. Serializes refunds of one person. */
export async function mustConfirm(ctx: Ctx, db: Db, amount: number): Promise<boolean> {
  const { actor, config } = ctx
  if (isFresh(ctx)) return false
  if (actor.kind === 'visitor' || actor.factorAt === null) return true
  await lockRefundsBy(db, actor.id)
  return amount + (await sumRefundsBy(db, actor.id, actor.factorAt)) > config.confirmRefundAbove
}
