import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { isSelf, type Person } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { canSeeOrder, wasPaidInCash } from '#shop/orders/order.ts'
import { findOrder, photosOfOrder } from '#shop/orders/orders.read.ts'
import { insertEvent, insertMailedEvent, lastReached, lockOrder } from '#shop/orders/orders.sql.ts'
import { type RefundReason, type RequestWish, refundRequestsEnd, requestText } from '#shop/orders/request.ts'
import {
  photoFileKey,
  readPhotos,
  removeUnusedPhotos,
  storePhotos,
} from '#shop/orders/request-photos.flow.ts'
import { attachPhotos } from '#shop/orders/request-photos.sql.ts'
import { isRefundGranted, latestRequest, openRequest, starterOf } from '#shop/orders/requests.sql.ts'
import type { RefundAccount } from '#shop/payments/refund-account.ts'
import { saveRefundAccount } from '#shop/payments/refund-accounts.sql.ts'
import { refundableAmount } from '#shop/payments/refunds.read.ts'
import { inTransaction } from '#shop/transaction.ts'

export type RefundRequestInput = {
  orderId: string
  reason: RefundReason
  details: string
  /** 'refund' when omitted. */
  wish?: RequestWish | undefined
  /** Where to pay a cash order's refund; null if the customer enters it later. */
  account?: RefundAccount | null | undefined
  photos?: readonly Uint8Array[]
}

/** Opens a refund request; does nothing while one is open. Refuses after a granted refund or the policy's days. */
export async function requestOrderRefund(ctx: Ctx, input: RefundRequestInput) {
  const { actor, db } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  const { photos = [], ...request } = input
  if (photos.length === 0) return saveRequest(ctx, actor, request, [])
  // This check is repeated in the transaction. Here it avoids decoding photographs of a refused request.
  const order = await refundableOrder(ctx, db, actor, input.orderId)
  if (!order.ok) return order
  if (!order.value) return ok(null)
  const decoded = await readPhotos(ctx, photos)
  if (!decoded.ok) return decoded
  const photoIds = decoded.value.map(({ id }) => id)
  try {
    await storePhotos(ctx, decoded.value)
    return await saveRequest(ctx, actor, request, photoIds)
  } finally {
    await removeUnusedPhotos(ctx, photoIds)
  }
}

/** Locks the order and checks that a refund may be requested. Returns null while a request is open. */
async function refundableOrder({ now }: Ctx, db: Db, actor: Person, orderId: string) {
  const order = await lockOrder(db, orderId)
  if (!order || !isSelf(actor, order.userId)) return err('order_not_found')
  if (order.status !== 'delivered') return err('not_delivered')
  const latest = await latestRequest(db, orderId, 'refund')
  if (latest?.status === 'open') return ok(null)
  if (await isRefundGranted(db, orderId)) return err('refund_granted')
  const delivered = await lastReached(db, orderId, 'delivered')
  if (delivered && now >= refundRequestsEnd(delivered)) return err('refund_request_late')
  return ok(order)
}

async function saveRequest(
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
    if (account && wish === 'refund' && wasPaidInCash(order))
      await saveRefundAccount(db, ctx.sealer, { orderId, account, givenBy: actor.id, now })
    const note = requestText({ kind: 'refund', reason, details })
    const event = { orderId, kind: `${wish}_requested`, status: 'delivered', note } as const
    await insertMailedEvent(db, ctx.jobs, { ...event, actorId: actor.id, now })
    return ok(null)
  })
}

export type RefundStart = {
  orderId: string
  reason: RefundReason
  details: string
  /** Id of the latest request that the form showed, '' for none. Prevents a second refund if the form is sent again. */
  previousId: string
}

/**
 * Opens a refund without a customer's request. While a request is open, sending the same form again changes nothing;
 * any other form is refused.
 */
export async function startRefund(ctx: Ctx, { orderId, reason, details, previousId }: RefundStart) {
  if (!may(ctx.actor, 'refunds')) return err('not_allowed')
  const { actor, now } = ctx
  return inTransaction(ctx, async (db) => {
    const order = await lockOrder(db, orderId)
    if (!order) return err('order_not_found')
    if (order.status !== 'delivered') return err('not_delivered')
    const latest = await latestRequest(db, orderId, 'refund')
    if (latest?.status === 'open') {
      const isSame = latest.reason === reason && latest.details === details
      const isOwn = (await starterOf(db, orderId, latest.requestedAt)) === actor.id
      return isSame && isOwn ? ok(null) : err('refund_open')
    }
    if ((latest?.id ?? '') !== previousId) return err('refund_open')
    if ((await refundableAmount(db, orderId)) <= 0) return err('nothing_to_refund')
    await openRequest(db, { orderId, kind: 'refund', reason, details, now })
    const states = { fromStatus: 'delivered', toStatus: 'delivered' } as const
    const note = requestText({ kind: 'refund', reason, details }, true)
    const event = { orderId, actorId: actor.id, kind: 'refund_requested', note, createdAt: now } as const
    await insertEvent(db, { ...event, ...states })
    const state = { refund: 'open', reason }
    await recordAction(db, ctx, 'start refund', 'order', orderId, { refund: null }, state)
    return ok(null)
  })
}

/** Returns a refund request's photograph to the order's customer and staff. */
export async function openRequestPhoto(
  { actor, db, files }: Ctx,
  { orderId, photoId }: { orderId: string; photoId: string },
) {
  if (actor.kind === 'visitor') return err('signed_out')
  const order = isUuid(photoId) ? await findOrder(db, orderId) : null
  if (!order || !canSeeOrder(actor, order)) return err('photo_not_found')
  const photo = (await photosOfOrder(db, order.id)).find(({ id }) => id === photoId)
  const file = photo && (await files.read(photoFileKey(photo.id)))
  return file ? ok(file) : err('photo_not_found')
}
