/** Orders on their way from payment to the carrier, and what a parcel holds. */
import type { Money } from '#shop/kernel/money.ts'
import { isUnpaid, type Order, type OrderItem, type PaymentState } from '#shop/orders/order.ts'

/** To confirm: pending; to pack: processing; to ship: processing and packed. Unpaid and stopped orders are in none. */
export const PACKING_STAGES = ['confirm', 'pack', 'ship'] as const
export type PackingStage = (typeof PACKING_STAGES)[number]

/** What the packing desk lists: the stages, and for a look back what was shipped today. */
export const DESK_LISTS = [...PACKING_STAGES, 'shipped'] as const
export type DeskList = (typeof DESK_LISTS)[number]

/** What can be done to several orders at once. Each takes orders of the stage with its name. */
export type DeskActionKind = PackingStage

export const PRINT_KINDS = ['label', 'slip'] as const
export type PrintKind = (typeof PRINT_KINDS)[number]

/** What is to be done about a label with a former address. */
export const PRINT_AGAIN = 'Label printed before the address changed: print again'

/** Seconds for which an action on the desk can be undone. */
export const UNDO_SECONDS = 60
/** Emails about the action wait longer, so that none is sent while it is being undone. */
export const EMAIL_DELAY_SECONDS = 90

/** The most orders of one action. */
export const MAX_DESK_ORDERS = 200

/** `isStopped`: its customer asks to cancel it, or its payment is on its way back. */
export type PackedState = PaymentState & Pick<Order, 'status'> & { isPacked: boolean; isStopped: boolean }

/** The stage of an order; null for one that is not to be packed or shipped now. */
export function stageOf(order: PackedState): PackingStage | null {
  if (isUnpaid(order) || order.isStopped) return null
  if (order.status === 'pending') return 'confirm'
  if (order.status !== 'processing') return null
  return order.isPacked ? 'ship' : 'pack'
}

/** Units of one product in a parcel. `key` names it within the order: '<item id>' or '<item id>/<product id>'. */
export type ParcelUnits = {
  key: string
  productId: string | null
  name: string
  units: number
  /** The mix that it is a part of; null for what is ordered by itself. */
  inMix: string | null
}

/** Everything that goes into a parcel: each item, and the picks of each mix. */
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

/** Units of a product over several parcels, and where they are kept ('' when that is not recorded). */
export type PickedProduct = { name: string; shelf: string; units: number }

/** The units of all parcels by shelf and name; products without a shelf come last. */
export function pickListOf(
  parcels: readonly (readonly ParcelUnits[])[],
  shelves: ReadonlyMap<string, string>,
): PickedProduct[] {
  const picked = new Map<string, PickedProduct>()
  for (const { productId, name, units } of parcels.flat()) {
    const key = productId ?? name
    const shelf = shelves.get(productId ?? '') ?? ''
    picked.set(key, { name, shelf, units: units + (picked.get(key)?.units ?? 0) })
  }
  const place = ({ shelf, name }: PickedProduct) => `${shelf === '' ? '\uffff' : shelf} ${name}`
  return [...picked.values()].sort((one, other) =>
    place(one).localeCompare(place(other), 'en', { numeric: true }),
  )
}

/** An order with what its parcel holds, and what was done with it. */
export type Parcel = {
  order: Order
  items: OrderItem[]
  packedAt: Date | null
  /** As in `PackedState`. */
  isStopped: boolean
  /** Null as well when the address has changed since. */
  labelPrintedAt: Date | null
  slipPrintedAt: Date | null
  /** A label was printed with an address that is no longer the order's. */
  isLabelOutdated: boolean
}

/** A parcel as the packing desk shows it; of money only what the carrier collects, null for who sees no prices. */
export type DeskParcel = Pick<Parcel, 'packedAt' | 'labelPrintedAt' | 'slipPrintedAt' | 'isLabelOutdated'> & {
  order: Pick<Order, 'id' | 'version' | 'createdAt' | 'shippingAddress' | 'carrier' | 'trackingNumber'>
  items: (Pick<OrderItem, 'id' | 'quantity' | 'name'> & { tastemakers: { name: string; count: number }[] })[]
  isCash: boolean
  collect: Money | null
}

/** The parcel without prices; `showsCash` keeps the amount that is collected for it. */
export function deskParcel(parcel: Parcel, showsCash: boolean): DeskParcel {
  const { order, items, packedAt, labelPrintedAt, slipPrintedAt, isLabelOutdated } = parcel
  const { id, version, createdAt, shippingAddress, carrier, trackingNumber } = order
  const isCash = order.paymentMethod === 'cod' && order.paymentStatus === 'pending'
  return {
    order: { id, version, createdAt, shippingAddress, carrier, trackingNumber },
    items: items.map((item) => ({
      id: item.id,
      quantity: item.quantity,
      name: item.name,
      tastemakers: item.tastemakers.map(({ name, count }) => ({ name, count })),
    })),
    ...{ packedAt, labelPrintedAt, slipPrintedAt, isLabelOutdated, isCash },
    collect: isCash && showsCash ? order.total : null,
  }
}

export type ParcelNumber = { trackingNumber: string | null; carrier: string | null }

/** An action that can still be undone, and until when. */
export type UndoableAction = { id: string; kind: DeskActionKind; orders: number; until: Date }
