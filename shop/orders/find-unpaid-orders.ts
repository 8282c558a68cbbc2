import type { Ctx } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { type Money, NO_MONEY } from '#shop/kernel/money.ts'
import { cashProblem } from '#shop/orders/limits.ts'
import { orderHistory } from '#shop/orders/orders.read.ts'
import { listUnpaid } from '#shop/orders/unpaid-orders.read.ts'
import { msLeft, type UnpaidState, unpaidState } from '#shop/payments/intent.ts'
import { isOffered } from '#shop/payments/methods.ts'
import { chargedBy } from '#shop/pricing/quote.ts'

/** A card order that waits for its payment, or waited in vain. */
export type UnpaidOrder = {
  id: string
  total: Money
  state: UnpaidState
  /** Null when nothing releases it: an admin has taken it up again. */
  holdUntil: Date | null
  /** Milliseconds until the state ends by the clock; null when it does not. */
  msLeft: number | null
  /** Why the last try failed; null when there was none. */
  failureReason: string | null
  /** What the customer may pay in cash instead; null when cash is not taken for it. */
  cashTotal: Money | null
}

/** The actor's own unpaid card orders, newest first; with `orderId` only that one. None for visitors. */
export async function findUnpaidOrders(ctx: Ctx, orderId: string | null = null): Promise<UnpaidOrder[]> {
  const { actor, db, now, config, payments } = ctx
  if (actor.kind === 'visitor' || (orderId !== null && !isUuid(orderId))) return []
  const rows = await listUnpaid(db, { userId: actor.id, orderId, now })
  const found = rows.map((row) =>
    row.isReopened
      ? { ...row, state: 'open' as const, holdUntil: null, msLeft: null }
      : { ...row, state: unpaidState(row, now), msLeft: msLeft(row, now) },
  )
  const mayTakeCash = isOffered('cod', payments) && found.some(isHeld)
  const history = mayTakeCash ? await orderHistory(db, actor) : null
  return found.map((row) => {
    const { id, total, state, holdUntil, msLeft, failureReason } = row
    const inCash = chargedBy('cod', { total, roundOff: NO_MONEY }, config).total
    const takesCash =
      history !== null && isHeld(row) && cashProblem(inCash, config.orderLimits, history) === null
    return { id, total, state, holdUntil, msLeft, failureReason, cashTotal: takesCash ? inCash : null }
  })
}

function isHeld({ state, holdUntil }: Pick<UnpaidOrder, 'state' | 'holdUntil'>): boolean {
  return state === 'open' && holdUntil !== null
}

/** One unpaid card order of the actor; null when the order is not the actor's or does not wait for a payment. */
export async function findUnpaidOrder(ctx: Ctx, orderId: string): Promise<UnpaidOrder | null> {
  const [order] = await findUnpaidOrders(ctx, orderId)
  return order ?? null
}
