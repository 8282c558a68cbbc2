import type { Ctx, Db } from '#shop/ctx.ts'
import { isSelf, type Person } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { wasPaidInCash } from '#shop/orders/order.ts'
import { insertEvent, lastDelivery, lockOrder } from '#shop/orders/orders.sql.ts'
import { type RefundReason, type RequestWish, refundRequestsEnd, requestText } from '#shop/orders/request.ts'
import { readPhotos, removeUnusedPhotos, storePhotos } from '#shop/orders/request-photos.flow.ts'
import { attachPhotos } from '#shop/orders/request-photos.sql.ts'
import { isRefundGranted, latestRequest, openRequest } from '#shop/orders/requests.sql.ts'
import type { RefundAccount } from '#shop/payments/refund-account.ts'
import { saveRefundAccount } from '#shop/payments/refund-accounts.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type RefundRequestInput = {
  orderId: string
  reason: RefundReason
  details: string
  wish?: RequestWish | undefined
  account?: RefundAccount | null | undefined
  photos?: readonly Uint8Array[]
}

/** Requests a refund or replacement of a delivered order. Repeating it changes nothing. */
export async function requestOrderRefund(ctx: Ctx, input: RefundRequestInput) {
  const { actor, db } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const { photos = [], ...request } = input
  if (photos.length === 0) return save(ctx, actor, request, [])
  // Checked again in the transaction. Here it avoids decoding photographs that would be refused.
  const order = await refundableOrder(ctx, db, actor, input.orderId)
  if (!order.ok) return order
  if (!order.value) return ok(null)
  const read = await readPhotos(ctx, photos)
  if (!read.ok) return read
  const photoIds = read.value.map(({ id }) => id)
  try {
    await storePhotos(ctx, read.value)
    return await save(ctx, actor, request, photoIds)
  } finally {
    await removeUnusedPhotos(ctx, photoIds)
  }
}

/** Locks the order if a refund may be requested. Returns null while a request is open. */
async function refundableOrder({ now }: Ctx, db: Db, actor: Person, orderId: string) {
  const order = isUuid(orderId) ? await lockOrder(db, orderId) : null
  if (!order || !isSelf(actor, order.userId)) return err('order_not_found')
  if (order.status !== 'delivered') return err('not_delivered')
  const latest = await latestRequest(db, orderId, 'refund')
  if (latest?.status === 'open') return ok(null)
  if (await isRefundGranted(db, orderId)) return err('refund_granted')
  const delivered = await lastDelivery(db, orderId)
  if (delivered && now >= refundRequestsEnd(delivered)) return err('refund_request_late')
  return ok(order)
}

async function save(
  ctx: Ctx,
  actor: Person,
  { orderId, reason, details, account, wish = 'refund' }: Omit<RefundRequestInput, 'photos'>,
  photoIds: readonly string[],
) {
  const { now } = ctx
  return inTransaction(ctx, async (db) => {
    const checked = await refundableOrder(ctx, db, actor, orderId)
    if (!checked.ok) return checked
    const order = checked.value
    if (!order) return ok(null)
    const requestId = await openRequest(db, { orderId, kind: 'refund', reason, details, wish, now })
    if (requestId === null) return ok(null)
    await attachPhotos(db, requestId, photoIds)
    const given = { orderId, givenBy: actor.id, now }
    if (account && wish === 'refund' && wasPaidInCash(order))
      await saveRefundAccount(db, ctx.sealer, { ...given, account })
    const eventId = await insertEvent(db, {
      orderId,
      kind: `${wish}_requested`,
      fromStatus: 'delivered',
      toStatus: 'delivered',
      actorId: actor.id,
      note: requestText({ kind: 'refund', reason, details }),
      createdAt: now,
    })
    await ctx.jobs.send(db, { queue: 'order-moved', data: { orderId, eventId } })
    return ok(null)
  })
}
