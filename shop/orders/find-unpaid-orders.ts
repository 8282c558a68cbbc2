import type { Ctx } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { type Money, NO_MONEY } from '#shop/kernel/money.ts'
import { cashProblem } from '#shop/orders/limits.ts'
import { orderHistory } from '#shop/orders/orders.read.ts'
import { listUnpaid } from '#shop/orders/unpaid-orders.read.ts'
import { msLeft, type UnpaidState, unpaidState } from '#shop/payments/intent.ts'
import { isOffered } from '#shop/payments/methods.ts'
import { chargedBy } from '#shop/pricing/quote.ts'

export type UnpaidOrder = {
  id: string
  total: Money
  state: UnpaidState
  /** Null when an admin reopened it: nothing releases it. */
  holdUntil: Date | null
  /** Null when the state does not end by the clock. */
  msLeft: number | null
  failureReason: string | null
  /** Null when the order cannot be paid in cash. */
  cashTotal: Money | null
}

/** Returns the actor's unpaid card orders, newest first, or only `orderId`. */
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

export async function findUnpaidOrder(ctx: Ctx, orderId: string): Promise<UnpaidOrder | null> {
  const [order] = await findUnpaidOrders(ctx, orderId)
  return order ?? null
}
