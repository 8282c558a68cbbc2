import type { Ctx, Db } from '#shop/ctx.ts'
import { lockCustomer } from '#shop/customers/users.sql.ts'
import { isSelf, type Person } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { cashProblem } from '#shop/orders/limits.ts'
import { orderHistory } from '#shop/orders/orders.read.ts'
import { changeToCash, insertEvent, lockOrder, ownerOf } from '#shop/orders/orders.sql.ts'
import { nextCheck, unpaidState } from '#shop/payments/intent.ts'
import { changeIntent } from '#shop/payments/intents.sql.ts'
import { isOffered } from '#shop/payments/methods.ts'
import { chargedBy } from '#shop/pricing/quote.ts'
import { findIntent, type IntentWithOrder } from '#shop/settlement/intents.sql.ts'
import { askProvider, reconcilePayment } from '#shop/settlement/reconcile-payment.flow.ts'
import { inTransaction, transact } from '#shop/transaction.ts'

/** A card payment that arrives later is refunded, since the courier may have been told to collect. */
export async function payInCash(ctx: Ctx, orderId: string) {
  const { actor } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const owner = isUuid(orderId) ? await ownerOf(ctx.db, orderId) : null
  if (!owner || !isSelf(actor, owner)) return err('order_not_found')
  if (!isOffered('cod', ctx.payments)) return err('payment_method_unavailable')
  const intent = await findIntent(ctx.db, { orderId })
  if (intent?.status === 'open') await catchUp(ctx, intent)
  return inTransaction(ctx, (db) => change(ctx, db, actor, orderId))
}

/** A payment that an unreachable provider has taken is refunded later. */
async function catchUp(ctx: Ctx, intent: IntentWithOrder): Promise<void> {
  const payments = await askProvider(ctx, intent)
  if (!payments) return
  const work = { jobs: ctx.jobs, now: ctx.now }
  await transact(ctx, (db) => reconcilePayment({ ...work, db }, { id: intent.id }, payments))
}

/** Locks order, then customer, as `transitionOrder` does. */
async function change({ config, jobs, now }: Ctx, db: Db, actor: Person, orderId: string) {
  const order = await lockOrder(db, orderId)
  if (!order) return err('order_not_found')
  if (order.paymentMethod === 'cod' && order.status !== 'cancelled') return ok(null)
  const intent = await findIntent(db, { orderId })
  const state = intent && unpaidState(intent, now)
  if (state === 'confirming') return err('payment_confirming')
  if (!intent || state !== 'open') return err('not_payable')
  if (!(await lockCustomer(db, actor.id))) return err('signed_out')
  const charged = chargedBy('cod', order, config)
  const problem = cashProblem(charged.total, config.orderLimits, await orderHistory(db, actor))
  if (problem) return { ...err('cash_limit'), message: problem }
  if (!(await changeToCash(db, orderId, charged, now))) return err('not_payable')
  const closed = { status: 'released', failureReason: null } as const
  await changeIntent(db, intent.id, { ...closed, nextCheckAt: nextCheck({ ...intent, ...closed }, now) }, now)
  const entry = { orderId, kind: 'cash_chosen', actorId: actor.id, note: null, createdAt: now } as const
  await insertEvent(db, { ...entry, fromStatus: 'pending', toStatus: 'pending' })
  await jobs.send(db, { queue: 'order-confirmation', data: { orderId } })
  return ok(null)
}
