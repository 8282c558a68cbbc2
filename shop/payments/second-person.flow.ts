/** Refunds above the shop's limit need the same decision of two persons. Nobody refunds themselves. */
import type { Ctx, Db } from '#shop/ctx.ts'
import { isOwnAccount } from '#shop/customers/own-accounts.read.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { add, larger } from '#shop/kernel/money.ts'
import { err, type Result } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import type { RefundAgreement, RefundTerms } from '#shop/payments/refund.ts'
import {
  findAgreement,
  lockRefundsBy,
  refundedBy,
  refundsSoFar,
  saveAgreement,
  takeAgreement,
} from '#shop/payments/refund-agreements.sql.ts'
import { outgoingSum } from '#shop/programme/outgoing.read.ts'
import { lockOutgoing } from '#shop/programme/pay.sql.ts'

const AGREEMENT_DAYS = 7

/** Null when the refund may be made now; `second_person_needed` when the actor's decision is the first. */
export type RefuseRefund = (
  db: Db,
  terms: RefundTerms,
) => Promise<'second_person_needed' | 'own_order' | null>

/** A first decision is saved for the second person, though its transaction rolls back. */
export async function withSecondPerson<Outcome extends Result<unknown>>(
  ctx: Ctx,
  orderId: string,
  decide: (refuseRefund: RefuseRefund) => Promise<Outcome>,
) {
  const { actor, now } = ctx
  const above = ctx.config.secondPerson.refundsAbove
  if (actor.kind === 'visitor') return err('second_person_needed')
  const actorId = actor.id
  let noted: string | null = null
  const decided = await decide(async (db, wanted) => {
    const { amount } = wanted
    const { customerId, refunded } = await refundsSoFar(db, orderId)
    if (amount > 0 && (await isOwnAccount(db, actorId, customerId))) return 'own_order'
    if (above === null) return null
    await lockOutgoing(db)
    const payments = [{ payeeId: customerId, amount }]
    const outgoing = await outgoingSum(db, { payerId: actorId, payments, at: now, payoutNumber: null })
    // Parts of one refund count together, so that none is split to stay below the limit.
    if (larger(outgoing, add(amount, refunded)) <= above) return null
    const terms = canonical(wanted)
    if (await takeAgreement(db, orderId, { terms, actorId, oldest: oldest(now), now })) return null
    noted = terms
    return 'second_person_needed'
  })
  if (noted !== null && !decided.ok && decided.reason === 'second_person_needed')
    await saveAgreement(ctx.db, orderId, { terms: noted, actorId, now })
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

export function refundAgreementOf(db: Db, orderId: string, now: Date): Promise<RefundAgreement | null> {
  return findAgreement(db, orderId, oldest(now))
}

/** Refunds since the actor's last proof count together. Those of one person wait for each other. */
export async function mustConfirm(ctx: Ctx, db: Db, amount: number): Promise<boolean> {
  const { actor, config } = ctx
  if (isFresh(ctx)) return false
  if (actor.kind === 'visitor' || actor.factorAt === null) return true
  await lockRefundsBy(db, actor.id)
  return amount + (await refundedBy(db, actor.id, actor.factorAt)) > config.confirmRefundAbove
}
