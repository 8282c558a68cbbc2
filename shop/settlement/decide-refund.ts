import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { isOwnAccount } from '#shop/customers/own-accounts.read.ts'
import { lockStock, moveStock, productsShortOf } from '#shop/inventory/stock.sql.ts'
import { creditOf } from '#shop/invoices/returns.read.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount, type Money } from '#shop/kernel/money.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import type { OrderItem } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import {
  insertMailedEvent,
  type LockedOrder,
  lockOrder,
  ownerOf,
  updateDetails,
} from '#shop/orders/orders.sql.ts'
import {
  isStartedByShop,
  itemsSentAgain,
  itemsText,
  type OrderRequest,
  type ReplacedLine,
  type ReturnedItem,
  requestText,
} from '#shop/orders/request.ts'
import { decideRequest, latestRequest } from '#shop/orders/requests.sql.ts'
import { checkReturned, restock } from '#shop/orders/return-units.flow.ts'
import { transitionOrder } from '#shop/orders/transition-order.flow.ts'
import { insertReturned, unitsReturned } from '#shop/orders/units.sql.ts'
import { refundableAmount } from '#shop/payments/refunds.read.ts'
import { requestRefund } from '#shop/payments/request-refund.flow.ts'
import { mustConfirm, withSecondPerson } from '#shop/payments/second-person.flow.ts'
import { inTransaction } from '#shop/transaction.ts'

type Approval = {
  decision: 'approve'
  /** Tax included, at most what is paid and not refunded; null for the price of the returned lines. */
  amount: Money | null
  returned: readonly ReturnedItem[]
}

export type RefundDecision = { orderId: string; answer: string } & (
  | Approval
  | { decision: 'decline' }
  /** `lines`: null for the whole order. */
  | { decision: 'replace'; lines: readonly ReplacedLine[] | null }
)

/**
 * Approves a refund request (payment refunded, credit note, sellable units restocked), grants a replacement,
 * or declines it. A refund above the shop's limit needs two persons.
 */
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
      if (decision.decision === 'replace') return replace(ctx, db, actorId, decision, request)
      const { orderId, returned } = decision
      const units = await checkReturned(db, orderId, returned)
      if (!units.ok) return units
      const credit = await creditOf(db, { ...decision, seller: ctx.config.seller, now: ctx.now })
      if (!credit || credit.amount > (await refundableAmount(db, orderId))) return err('wrong_amount')
      if (await mustConfirm(ctx, db, credit.amount)) return err('factor_stale')
      const terms = { kind: 'refund', amount: credit.amount, returned } as const
      const refusal = await refuseRefund(db, terms)
      if (refusal) return err(refusal)
      const back = { orderId, from: order.status, units: units.value, actorId, now: ctx.now }
      if (!(await restock(db, 'return', back))) return err('not_in_order')
      await insertReturned(db, request.id, credit.lines)
      const isByShop = isStartedByShop(request, (await findOrder(db, orderId))?.events ?? [])
      const why = { cause: `refund:${request.id}`, reason: requestText(request, isByShop) }
      await payBack(ctx, db, actorId, { orderId, amount: credit.amount, ...why })
      await recordDecision(ctx, db, actorId, { ...decision, amount: credit.amount }, { order, request })
      return ok(null)
    }),
  )
}

/** Units leave the stock without the order's id, so that a cancellation returns one parcel at most. */
async function replace(
  ctx: Ctx,
  db: Db,
  actorId: string,
  { orderId, answer, lines }: { orderId: string; answer: string; lines: readonly ReplacedLine[] | null },
  { wish }: OrderRequest,
) {
  if (wish !== 'replacement') return err('not_replaceable')
  const customerId = await ownerOf(db, orderId)
  if (customerId && (await isOwnAccount(db, actorId, customerId))) return err('own_order')
  const { now, jobs } = ctx
  const items = (await findOrder(db, orderId))?.items ?? []
  const isWhole = lines === null || items.every(({ id, quantity }) => quantityOf(lines, id) === quantity)
  const replaced = isWhole ? null : lines
  const again = replaced ? itemsSentAgain(items, replaced) : items
  const wanted = await unitsReturned(
    db,
    orderId,
    again.map(({ id, quantity }) => ({ itemId: id, quantity, restocked: 0 })),
  )
  if (!wanted || again.length === 0 || (replaced && again.length < replaced.length))
    return err('not_in_order')
  const granted = {
    kind: 'refund',
    status: 'approved',
    amount: null,
    answer: answer || null,
    replaced,
  } as const
  await decideRequest(db, { orderId, ...granted, decidedBy: actorId, now })
  // The new parcel gets its own number; the history has the first one.
  await updateDetails(db, orderId, { trackingNumber: null, carrier: null }, now)
  const note = [replaced && itemsText(again), answer].filter(Boolean).join('. ') || null
  const back = { from: 'delivered', to: 'processing', mailedAs: 'replacement_granted' } as const
  const moved = await transitionOrder(db, jobs, { orderId, ...back, actorId, note, now })
  if (moved === 'order_unpaid') return err('order_unpaid')
  if (moved !== 'moved') return err('not_replaceable')
  const missing = await takeAgain(db, { orderId, items: again, wanted: wanted.back, actorId, now })
  if (missing.length > 0) {
    const message = `There isn’t enough in stock for a replacement: ${missing.join(', ')}. You can refund the order instead.`
    return err('out_of_stock', { message })
  }
  await recordChange(db, {
    ...{ actorId, action: 'replacement granted', entity: 'order', entityId: orderId, now },
    before: { refund: 'open', answer: null },
    after: { refund: 'replaced', answer: answer || null, ...(replaced && { lines: replaced }) },
  })
  return ok(null)
}

function quantityOf(lines: readonly ReplacedLine[], id: string): number {
  return lines.find(({ itemId }) => itemId === id)?.quantity ?? 0
}

type SentAgain = {
  orderId: string
  items: OrderItem[]
  wanted: Map<string, number>
  actorId: string
  now: Date
}

/** Takes units from stock; returns the names of missing items. */
async function takeAgain(db: Db, { orderId, items, wanted, actorId, now }: SentAgain): Promise<string[]> {
  const gone = items.filter((item) => [item, ...item.tastemakers].some(({ productId }) => productId === null))
  if (gone.length > 0) return gone.map(({ name }) => name)
  await lockStock(db, [...wanted.keys()])
  const short = await productsShortOf(db, wanted)
  if (short.length > 0) return short
  const units = new Map([...wanted].map(([id, count]) => [id, -count]))
  const note = `For order ${shortId(orderId)}`
  const isTaken = await moveStock(db, { units, reason: 'replacement', orderId: null, actorId, note, now })
  return isTaken ? [] : items.map(({ name }) => name)
}

async function payBack(
  ctx: Ctx,
  db: Db,
  actorId: string,
  { orderId, amount, cause, reason }: { orderId: string; amount: Money; cause: string; reason: string },
): Promise<void> {
  await requestRefund(db, ctx.jobs, { orderId, amount, reason, key: cause, actorId, now: ctx.now })
  await ctx.jobs.send(db, { queue: 'credit-note', data: { orderId, amount, cause } })
}

async function recordDecision(
  { now, jobs }: Ctx,
  db: Db,
  actorId: string,
  decision:
    | { decision: 'decline'; orderId: string; answer: string }
    | (Approval & { orderId: string; answer: string; amount: Money }),
  { order: { status: at }, request: { wish } }: { order: LockedOrder; request: OrderRequest },
): Promise<void> {
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
  await recordChange(db, {
    ...{ actorId, action: `refund ${status}`, entity: 'order', entityId: orderId, now },
    before: { refund: 'open', amount: null, answer: null, returned: [] },
    after: { refund: status, amount, answer, returned },
  })
}
