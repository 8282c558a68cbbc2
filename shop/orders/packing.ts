import type { Money } from '#shop/kernel/money.ts'
import {
  amountDue,
  isUnpaid,
  type Order,
  type OrderEventKind,
  type OrderItem,
  type PaymentFacts,
} from '#shop/orders/order.ts'

/** Unpaid and stopped orders are in no stage. */
export const PACKING_STAGES = ['confirm', 'pack', 'ship'] as const
export type PackingStage = (typeof PACKING_STAGES)[number]

export const DESK_LISTS = [...PACKING_STAGES, 'shipped'] as const
export type DeskList = (typeof DESK_LISTS)[number]

export type DeskActionKind = PackingStage

export const PRINT_KINDS = ['label', 'slip'] as const
export type PrintKind = (typeof PRINT_KINDS)[number]

export const PRINT_AGAIN = 'Label or slip printed before the order changed: print again'

/** Events after which a printed label or slip is outdated. */
export const CORRECTIONS: readonly OrderEventKind[] = ['address_corrected', 'items_changed']

export const UNDO_SECONDS = 60
/** Longer than `UNDO_SECONDS`, so that no email is sent while an undo is possible. */
export const EMAIL_DELAY_SECONDS = 90

export const MAX_DESK_ORDERS = 200

/** `isStopped`: a cancellation is requested or the payment is being refunded. */
export type PackingState = PaymentFacts & Pick<Order, 'status'> & { isPacked: boolean; isStopped: boolean }

/** Returns the stage; null for an order that cannot be packed or shipped now. */
export function stageOf(order: PackingState): PackingStage | null {
  if (isUnpaid(order) || order.isStopped) return null
  if (order.status === 'pending') return 'confirm'
  if (order.status !== 'processing') return null
  return order.isPacked ? 'ship' : 'pack'
}

/** True for a confirmed order whose parcel is not sent yet. */
export function isForCourier(order: PackingState): boolean {
  const stage = stageOf(order)
  return stage === 'pack' || stage === 'ship'
}

/** `key`: '<item id>' or '<item id>/<product id>'. */
export type ParcelUnits = {
  key: string
  productId: string | null
  name: string
  units: number
  inMix: string | null
}

export function parcelUnits(items: readonly OrderItem[]): ParcelUnits[] {
  return items.flatMap(({ id, productId, name, quantity, tastemakers }) => [
    { key: id, productId, name, units: quantity, inMix: null },
    ...tastemakers.map((pick, at) => ({
      key: `${id}/${pick.productId ?? at}`,
      productId: pick.productId,
      name: pick.name,
      units: pick.count * quantity,
      inMix: name,
    })),
  ])
}

export type PickListEntry = { name: string; shelf: string; units: number }

/** Sums the units of all parcels by product, sorted by shelf and name; products without a shelf are last. */
export function pickListOf(
  parcels: readonly (readonly ParcelUnits[])[],
  shelves: ReadonlyMap<string, string>,
): PickListEntry[] {
  const entries = new Map<string, PickListEntry>()
  for (const { productId, name, units } of parcels.flat()) {
    const key = productId ?? name
    const shelf = shelves.get(productId ?? '') ?? ''
    entries.set(key, { name, shelf, units: units + (entries.get(key)?.units ?? 0) })
  }
  const sortKey = ({ shelf, name }: PickListEntry) => `${shelf === '' ? '\uffff' : shelf} ${name}`
  return [...entries.values()].sort((a, b) => sortKey(a).localeCompare(sortKey(b), 'en', { numeric: true }))
}

export type Parcel = {
  order: Order
  items: OrderItem[]
  packedAt: Date | null
  isStopped: boolean
  /** Null if not printed, or if the order has changed since. */
  labelPrintedAt: Date | null
  slipPrintedAt: Date | null
  isLabelOutdated: boolean
}

/** True if the carrier collects cash at the door. */
export function isCashDue({ paymentMethod, paymentStatus }: PaymentFacts): boolean {
  return paymentMethod === 'cod' && paymentStatus === 'pending'
}

export type DeskParcel = Pick<Parcel, 'packedAt' | 'labelPrintedAt' | 'slipPrintedAt' | 'isLabelOutdated'> & {
  order: Pick<Order, 'id' | 'version' | 'createdAt' | 'shippingAddress' | 'carrier' | 'trackingNumber'>
  items: (Pick<OrderItem, 'id' | 'quantity' | 'name'> & { tastemakers: { name: string; count: number }[] })[]
  isCash: boolean
  /** The amount that the carrier collects; null for roles without prices. */
  collect: Money | null
}

/** Returns a parcel without prices. `showsCash`: whether to include the amount that the carrier collects. */
export function deskParcel(parcel: Parcel, showsCash: boolean): DeskParcel {
  const { order, items, packedAt, labelPrintedAt, slipPrintedAt, isLabelOutdated } = parcel
  const { id, version, createdAt, shippingAddress, carrier, trackingNumber } = order
  const isCash = isCashDue(order)
  return {
    order: { id, version, createdAt, shippingAddress, carrier, trackingNumber },
    items: items.map((item) => ({
      id: item.id,
      quantity: item.quantity,
      name: item.name,
      tastemakers: item.tastemakers.map(({ name, count }) => ({ name, count })),
    })),
    ...{ packedAt, labelPrintedAt, slipPrintedAt, isLabelOutdated, isCash },
    collect: isCash && showsCash ? amountDue(order) : null,
  }
}

export type ParcelNumber = { trackingNumber: string | null; carrier: string | null }

export type UndoableAction = { id: string; kind: DeskActionKind; orders: number; until: Date }
