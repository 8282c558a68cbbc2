import type { Ctx } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { canSeeOrder } from '#shop/orders/order.ts'
import { findOrder, photosOfOrder } from '#shop/orders/orders.read.ts'
import { photoFileKey } from '#shop/orders/request-photos.flow.ts'

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
