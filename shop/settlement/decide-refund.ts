import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { isOwnAccount } from '#shop/customers/own-accounts.read.ts'
import { lockStock, moveStock, productsShortOf } from '#shop/inventory/stock.sql.ts'
import { calculateCredit } from '#shop/invoices/returns.read.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount, type Money } from '#shop/kernel/money.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import type { OrderItem } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import {
  customerOf,
  insertMailedEvent,
  type LockedOrder,
  lockOrder,
  updateDetails,
} from '#shop/orders/orders.sql.ts'
import {
  isStartedByShop,
  itemsText,
  type OrderRequest,
  type ReplacedLine,
  type ReturnedItem,
  replacementItems,
  requestText,
} from '#shop/orders/request.ts'
import { decideRequest, latestRequest } from '#shop/orders/requests.sql.ts'
import { checkReturned, restock } from '#shop/orders/return-units.flow.ts'
import { transitionOrder } from '#shop/orders/transition-order.flow.ts'
import { insertReturned, returnedUnits } from '#shop/orders/units.sql.ts'
import { refundableAmount } from '#shop/payments/refunds.read.ts'
import { requestRefund } from '#shop/payments/request-refund.flow.ts'
import { mustConfirm, withSecondPerson } from '#shop/payments/second-person.flow.ts'
import { inTransaction } from '#shop/transaction.ts'

type Approval = {
  decision: 'approve'
  /** The refund with tax, at most the paid amount less earlier refunds. Null: the price of the returned lines. */
  amount: Money | null
  returned: readonly ReturnedItem[]
}

export type RefundDecision = { orderId: string; answer: string } & (
  | Approval
  | { decision: 'decline' }
  /** `lines`: null for the whole order. */
  | { decision: 'replace'; lines: readonly ReplacedLine[] | null }
)

/** Decides a refund request. A refund above the shop's limit needs two persons. */
export async function decideRefund(ctx: Ctx, decision: RefundDecision) {
  if (!may(ctx.actor, 'refunds')) return err('not_allowed')
  if (decision.decision === 'decline' && decision.answer === '') return err('answer_needed')
  const actorId = ctx.actor.id
  return withSecondPerson(ctx, decision.orderId, (refuseRefund) =>
    inTransaction(ctx, async (db) => {
      const order = await lockOrder(db, decision.orderId)
      if (!order) return err('order_not_found')
      const request = await latestRequest(db, decision.orderId, 'refund')
      if (request?.status !== 'open') return err('no_open_request')
      if (decision.decision === 'decline') {
        await recordDecision(ctx, db, actorId, decision, { order, request })
        return ok(null)
      }
      if (decision.decision === 'replace') return grantReplacement(ctx, db, actorId, decision, request)
      const { orderId, returned } = decision
      const units = await checkReturned(db, orderId, returned)
      if (!units.ok) return units
      const credit = await calculateCredit(db, { ...decision, seller: ctx.config.seller, now: ctx.now })
      if (!credit || credit.amount > (await refundableAmount(db, orderId))) return err('wrong_amount')
      if (await mustConfirm(ctx, db, credit.amount)) return err('factor_stale')
      const { amount } = credit
      const refusal = await refuseRefund(db, { kind: 'refund', amount, returned })
      if (refusal) return err(refusal)
      const step = { orderId, actorId, now: ctx.now }
      if (!(await restock(db, 'return', { ...step, from: order.status, units: units.value })))
        return err('not_in_order')
      await insertReturned(db, request.id, credit.lines)
      const isByShop = isStartedByShop(request, (await findOrder(db, orderId))?.events ?? [])
      const cause = `refund:${request.id}`
      const reason = requestText(request, isByShop)
      await requestRefund(db, ctx.jobs, { ...step, amount, reason, key: cause })
      await ctx.jobs.send(db, { queue: 'credit-note', data: { orderId, amount, cause } })
      await recordDecision(ctx, db, actorId, { ...decision, amount }, { order, request })
      return ok(null)
    }),
  )
}

/** Sends items again. The stock movement has no order id, so that a cancellation restocks at most one parcel. */
async function grantReplacement(
  ctx: Ctx,
  db: Db,
  actorId: string,
  { orderId, answer, lines }: { orderId: string; answer: string; lines: readonly ReplacedLine[] | null },
  { wish }: OrderRequest,
) {
  if (wish !== 'replacement') return err('not_replaceable')
  const customerId = await customerOf(db, orderId)
  if (customerId && (await isOwnAccount(db, actorId, customerId))) return err('own_order')
  const { now, jobs } = ctx
  const items = (await findOrder(db, orderId))?.items ?? []
  const isWhole =
    lines === null ||
    items.every(({ id, quantity }) => lines.find(({ itemId }) => itemId === id)?.quantity === quantity)
  const replaced = isWhole ? null : lines
  const replacedItems = replaced ? replacementItems(items, replaced) : items
  const units = await returnedUnits(
    db,
    orderId,
    replacedItems.map(({ id, quantity }) => ({ itemId: id, quantity, restocked: 0 })),
  )
  if (!units || replacedItems.length === 0 || (replaced && replacedItems.length < replaced.length))
    return err('not_in_order')
  const approval = { kind: 'refund', status: 'approved', amount: null, replaced } as const
  await decideRequest(db, { orderId, ...approval, answer: answer || null, decidedBy: actorId, now })
  // The new parcel gets its own tracking number; the history keeps the first one.
  await updateDetails(db, orderId, { trackingNumber: null, carrier: null }, now)
  const note = [replaced && itemsText(replacedItems), answer].filter(Boolean).join('. ') || null
  const move = { from: 'delivered', to: 'processing', mailedAs: 'replacement_granted' } as const
  const result = await transitionOrder(db, jobs, { orderId, ...move, actorId, note, now })
  if (result === 'order_unpaid') return err('order_unpaid')
  if (result !== 'moved') return err('not_replaceable')
  const missing = await takeReplacement(db, replacedItems, units.back, { orderId, actorId, now })
  if (missing.length > 0) {
    const message = `There isn’t enough in stock for a replacement: ${missing.join(', ')}. You can refund the order instead.`
    return err('out_of_stock', { message })
  }
  const after = { refund: 'replaced', answer: answer || null, ...(replaced && { lines: replaced }) }
  const previous = { refund: 'open', answer: null }
  await recordAction(db, ctx, 'replacement granted', 'order', orderId, previous, after)
  return ok(null)
}

/** Takes units from stock; returns the names of missing items. */
async function takeReplacement(
  db: Db,
  items: readonly OrderItem[],
  wantedUnits: ReadonlyMap<string, number>,
  step: { orderId: string; actorId: string; now: Date },
) {
  const deleted = items.filter((item) =>
    [item, ...item.tastemakers].some(({ productId }) => productId === null),
  )
  if (deleted.length > 0) return deleted.map(({ name }) => name)
  await lockStock(db, [...wantedUnits.keys()])
  const short = await productsShortOf(db, wantedUnits)
  if (short.length > 0) return short
  const units = new Map([...wantedUnits].map(([id, count]) => [id, -count]))
  const note = `For order ${shortId(step.orderId)}`
  const isMoved = await moveStock(db, { ...step, units, reason: 'replacement', orderId: null, note })
  return isMoved ? [] : items.map(({ name }) => name)
}

async function recordDecision(
  ctx: Ctx,
  db: Db,
  actorId: string,
  decision:
    | { decision: 'decline'; orderId: string; answer: string }
    | (Approval & { orderId: string; answer: string; amount: Money }),
  { order: { status: at }, request: { wish } }: { order: LockedOrder; request: OrderRequest },
): Promise<void> {
  const { now, jobs } = ctx
  const { orderId } = decision
  const answer = decision.answer || null
  const isApproved = decision.decision === 'approve'
  const [status, amount] = isApproved
    ? (['approved', decision.amount] as const)
    : (['declined', null] as const)
  await decideRequest(db, { orderId, kind: 'refund', status, amount, answer, decidedBy: actorId, now })
  const note = [isApproved && formatAmount(decision.amount), answer].filter(Boolean).join('. ') || null
  const kind = isApproved ? 'refund_approved' : (`${wish}_declined` as const)
  await insertMailedEvent(db, jobs, { orderId, kind, status: at, actorId, note, now })
  const returned = isApproved ? decision.returned : []
  const open = { refund: 'open', amount: null, answer: null, returned: [] }
  const after = { refund: status, amount, answer, returned }
  await recordAction(db, ctx, `refund ${status}`, 'order', orderId, open, after)
}
