import type { Db, Jobs } from '#shop/ctx.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import { insertEvent, type LockedOrder, lastReached, type OrderDetails } from '#shop/orders/orders.sql.ts'
import { EMAIL_DELAY_SECONDS } from '#shop/orders/packing.ts'

/** `status`: the order's status after the change. */
type ParcelChange = { orderId: string; actorId: string; now: Date } & {
  before: LockedOrder
  details: OrderDetails
  status: OrderStatus
}

/** Records a change of the tracking number. For shipped orders, emails it after the email about the shipment. */
export async function recordParcel(
  db: Db,
  jobs: Jobs,
  { orderId, actorId, before: former, details, status, now }: ParcelChange,
): Promise<void> {
  const { trackingNumber, carrier } = { ...former, ...details }
  const isCorrected = former.trackingNumber !== null
  const isChanged = details.trackingNumber !== undefined || details.carrier !== undefined
  if (!isChanged || (!isCorrected && trackingNumber === null)) return
  const note = noteOf({ trackingNumber, carrier }, former)
  const kind = isCorrected ? 'parcel_corrected' : 'parcel'
  const states = { fromStatus: status, toStatus: status }
  const eventId = await insertEvent(db, { orderId, kind, actorId, note, ...states, createdAt: now })
  // The email about the shipment comes first and already contains a number.
  if (status === 'shipped' && former.status === 'shipped') {
    const shippedAt = await lastReached(db, orderId, 'shipped')
    const after = shippedAt && new Date(shippedAt.getTime() + 2 * EMAIL_DELAY_SECONDS * 1000)
    const job = { queue: 'order-moved', data: { orderId, eventId } } as const
    await jobs.send(db, job, after && after > now ? after : undefined)
  }
}

type Parcel = Pick<LockedOrder, 'trackingNumber' | 'carrier'>

function noteOf(parcel: Parcel, former: Parcel): string {
  if (former.trackingNumber === null) return parcelText(parcel)
  if (parcel.trackingNumber === null) return `Removed: ${parcelText(former)}`
  return `${parcelText(parcel)} (was ${parcelText(former)})`
}

function parcelText({ carrier, trackingNumber }: Parcel): string {
  return [carrier, trackingNumber].filter(Boolean).join(', ')
}
