import type { Db, Jobs } from '#shop/ctx.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import { insertEvent, type LockedOrder, lastReached, type OrderDetails } from '#shop/orders/orders.sql.ts'
import { EMAIL_DELAY_SECONDS } from '#shop/orders/packing.ts'

type ParcelChange = {
  orderId: string
  actorId: string
  before: LockedOrder
  details: OrderDetails
  /** After the change. */
  status: OrderStatus
  now: Date
}

/** Records a tracking number's change. Emails it for shipped orders, after the email about the shipment. */
export async function recordParcel(
  db: Db,
  jobs: Jobs,
  { orderId, actorId, before, details, status, now }: ParcelChange,
): Promise<void> {
  const { trackingNumber, carrier } = { ...before, ...details }
  const isCorrected = before.trackingNumber !== null
  const isChanged = details.trackingNumber !== undefined || details.carrier !== undefined
  if (!isChanged || (!isCorrected && trackingNumber === null)) return
  const note = noteOf({ trackingNumber, carrier }, before)
  const kind = isCorrected ? 'parcel_corrected' : 'parcel'
  const entry = {
    orderId,
    kind,
    actorId,
    note,
    fromStatus: status,
    toStatus: status,
    createdAt: now,
  } as const
  const eventId = await insertEvent(db, entry)
  // The email about the shipment contains the number.
  if (status === 'shipped' && before.status === 'shipped') {
    const shippedAt = await lastReached(db, orderId, 'shipped')
    const after = shippedAt && new Date(shippedAt.getTime() + 2 * EMAIL_DELAY_SECONDS * 1000)
    const job = { queue: 'order-moved', data: { orderId, eventId } } as const
    await jobs.send(db, job, after && after > now ? after : undefined)
  }
}

type Parcel = Pick<LockedOrder, 'trackingNumber' | 'carrier'>

function noteOf(parcel: Parcel, before: Parcel): string {
  if (before.trackingNumber === null) return parcelText(parcel)
  if (parcel.trackingNumber === null) return `Removed: ${parcelText(before)}`
  return `${parcelText(parcel)} (was ${parcelText(before)})`
}

function parcelText({ carrier, trackingNumber }: Parcel): string {
  return [carrier, trackingNumber].filter(Boolean).join(', ')
}
