import { sql } from 'kysely'
import type { Ctx, Db } from '#shop/ctx.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { type Money, NO_MONEY } from '#shop/kernel/money.ts'
import { cashProblem } from '#shop/orders/limits.ts'
import type { UnpaidOrder } from '#shop/orders/order.ts'
import { readOrderHistory } from '#shop/orders/orders.read.ts'
import { msLeft, type PaymentIntent, unpaidState } from '#shop/payments/intent.ts'
import { isOffered } from '#shop/payments/payment.ts'
import { roundForMethod } from '#shop/pricing/quote.ts'

type IntentFacts = Pick<PaymentIntent, 'status' | 'holdUntil' | 'failureReason' | 'confirmingSince'>
/** `isReopened`: an admin reopened it after the hold ended. */
type UnpaidRow = IntentFacts & { id: string; total: Money; advance: Money; isReopened: boolean }

const MAX_ROWS = 5
/** A lapsed order is offered for this many days. */
const LAPSED_DAYS = 3

/** Lists unpaid orders. A lapsed order is listed for some days, but not after a newer order with all its products. */
async function listUnpaid(db: Db, userId: string, orderId: string | null, now: Date): Promise<UnpaidRow[]> {
  const isRecent = sql`intent.hold_until > ${now}::timestamptz - ${`${LAPSED_DAYS} days`}::interval
    and not exists (select from orders as newer where newer.user_id = orders.user_id
      and newer.created_at > orders.created_at
      and (newer.status <> 'cancelled' or newer.payment_method = 'card' and newer.payment_status = 'failed')
      and not exists (select from order_items as wanted where wanted.order_id = orders.id
        and wanted.product_id is not null
        and not exists (select from order_items as ordered
          where ordered.order_id = newer.id and ordered.product_id = wanted.product_id)))`
  const { rows } = await sql<UnpaidRow>`
    select orders.id, total - advance as total, advance, intent.status, hold_until, failure_reason, confirming_since,
      intent.status = 'released' and orders.status <> 'cancelled' as is_reopened
    from orders join payment_intents as intent on intent.order_id = orders.id and intent.is_current
    where orders.user_id = ${userId}::uuid and payment_method = 'card'
      and (${orderId}::uuid is null or orders.id = ${orderId}::uuid)
      and (
        (orders.status <> 'cancelled' and payment_status in ('pending', 'failed'))
        or (intent.status = 'released' and orders.status = 'cancelled' and payment_status = 'failed'
          and ${orderId === null ? isRecent : sql`true`})
      )
    order by orders.created_at desc limit ${MAX_ROWS}`.execute(db)
  return rows
}

export async function findUnpaidOrders(ctx: Ctx, orderId: string | null = null): Promise<UnpaidOrder[]> {
  const { actor } = ctx
  return actor.kind === 'visitor' ? [] : listUnpaidOf(ctx, actor.id, orderId)
}

async function listUnpaidOf(ctx: Ctx, customerId: string, orderId: string | null): Promise<UnpaidOrder[]> {
  const { actor, db, now, config, payments } = ctx
  if (orderId !== null && !isUuid(orderId)) return []
  const rows = await listUnpaid(db, customerId, orderId, now)
  const orders = rows.map((row) =>
    row.isReopened
      ? { ...row, state: 'open' as const, holdUntil: null, msLeft: null }
      : { ...row, state: unpaidState(row, now), msLeft: msLeft(row, now) },
  )
  const isCustomer = isSelf(actor, customerId)
  const mayTakeCash = isCustomer && isOffered('cod', payments) && orders.some(holdsStock)
  const history = mayTakeCash ? await readOrderHistory(db, actor) : null
  return orders.map((row) => {
    const { id, total, state, holdUntil, msLeft, failureReason } = row
    const inCash = roundForMethod('cod', { total, roundOff: NO_MONEY }, config).total
    const takesCash =
      history !== null &&
      row.advance === 0 &&
      holdsStock(row) &&
      cashProblem(inCash, config.orderLimits, history) === null
    return { id, total, state, holdUntil, msLeft, failureReason, cashTotal: takesCash ? inCash : null }
  })
}

function holdsStock({ state, holdUntil }: Pick<UnpaidOrder, 'state' | 'holdUntil'>): boolean {
  return state === 'open' && holdUntil !== null
}

/** Returns null if the order is not the actor's or no payment is expected. */
export async function findUnpaidOrder(ctx: Ctx, orderId: string): Promise<UnpaidOrder | null> {
  const [order] = await findUnpaidOrders(ctx, orderId)
  return order ?? null
}

/** Works like `findUnpaidOrder`, for a payment link. Paying in cash needs the customer's session. */
export async function findUnpaidOrderOf(ctx: Ctx, customerId: string, orderId: string) {
  const [order] = await listUnpaidOf(ctx, customerId, orderId)
  return order ?? null
}
