/** Orders, their states and the rules that depend on them. */

import type { ShippingAddress } from '#shop/customers/address.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { isAdmin, isSelf } from '#shop/kernel/actor.ts'
import type { Money } from '#shop/kernel/money.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { PaymentMethod, PaymentStatus } from '#shop/payments/payment.ts'

export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

const PAYMENT_WORDS: Record<PaymentStatus, string> = {
  pending: 'Payment pending',
  paid: 'Paid',
  failed: 'Payment failed',
  refunded: 'Refunded',
}

/** The payment's state for the customer: cash due on delivery is not late. */
export function paymentWords(order: Pick<Order, 'status' | 'paymentMethod' | 'paymentStatus'>): string {
  if (order.paymentMethod !== 'cod' || order.paymentStatus !== 'pending')
    return PAYMENT_WORDS[order.paymentStatus]
  return order.status === 'cancelled' ? 'Nothing to pay' : 'Pay on delivery'
}

export type PaymentState = Pick<Order, 'paymentMethod' | 'paymentStatus'>

/**
 * True when the shop neither holds the order's money nor collects it at the door: a card that is not charged yet, was
 * declined or was not charged in time, and any order that is refunded in full.
 */
export function isUnpaid({ paymentMethod, paymentStatus }: PaymentState): boolean {
  return paymentStatus === 'refunded' || (paymentMethod === 'card' && paymentStatus !== 'paid')
}

/** Statuses in which the goods are packed or sent. */
const NEEDS_PAYMENT: Record<OrderStatus, boolean> = {
  pending: false,
  processing: true,
  shipped: true,
  delivered: true,
  cancelled: false,
}

/** Why an order may not get this status, whatever its present one; null when it may. */
export function paymentProblem(order: PaymentState, to: OrderStatus): 'order_unpaid' | null {
  return NEEDS_PAYMENT[to] && isUnpaid(order) ? 'order_unpaid' : null
}

/** Whether a parcel may get its address label: not for a cancelled or unpaid order. */
export function canBeLabelled(order: PaymentState & Pick<Order, 'status'>): boolean {
  return order.status !== 'cancelled' && !isUnpaid(order)
}

/**
 * What packers read of an order whose money is missing: 'Unpaid, held until 21 Nov 2026, 9:12 am'. Null for any other,
 * and for a cancelled one. `holdUntil`: how long its goods wait for the card; null when nothing is known of a hold.
 */
export function unpaidWords(
  order: PaymentState & Pick<Order, 'status'>,
  holdUntil: Date | null,
  now: Date,
): string | null {
  if (order.status === 'cancelled' || !isUnpaid(order)) return null
  if (order.paymentStatus === 'refunded') return 'Refunded in full'
  if (!holdUntil) return 'Unpaid'
  const isHeld = order.paymentStatus === 'pending' && holdUntil > now
  return `Unpaid, ${isHeld ? 'held until' : 'hold ended'} ${formatDayAndTime(holdUntil)}`
}

/** The four steps of the tracker. */
export const ORDER_STEPS = ['Order Placed', 'Processing', 'Shipped', 'Delivered'] as const

const STEP_OF: Record<OrderStatus, number> = {
  pending: 1,
  processing: 2,
  shipped: 3,
  delivered: 4,
  cancelled: 0,
}

/** The order's step, 1 to 4; 0 for a cancelled one. */
export function orderStep(status: OrderStatus): number {
  return STEP_OF[status]
}

export type OrderedTastemaker = { productId: string | null; name: string; count: number }

export type OrderItem = {
  id: string
  productId: string | null
  name: string
  /** As it was sold; '' when the product had none. */
  hsnCode: string
  quantity: number
  unitPrice: Money
  totalPrice: Money
  tastemakers: OrderedTastemaker[]
  /** The product as it is today; null when it has been removed. */
  product: { name: string; price: Money; imageUrls: string[]; isOnSale: boolean } | null
}

export const ORDER_EVENT_KINDS = [
  'status',
  'payment_received',
  'parcel',
  'parcel_corrected',
  'cancellation_requested',
  'cancellation_declined',
  'refund_requested',
  'refund_approved',
  'refund_declined',
] as const
/** Only a 'status' entry changes the status; the others name the one that the order had. */
export type OrderEventKind = (typeof ORDER_EVENT_KINDS)[number]

/** The cause of an entry: the order's customer, staff, or the program. */
export const ORDER_EVENT_BY = ['customer', 'shop', 'system'] as const
export type OrderEventBy = (typeof ORDER_EVENT_BY)[number]

export type OrderEvent = {
  id: number
  kind: OrderEventKind
  fromStatus: OrderStatus | null
  toStatus: OrderStatus
  note: string | null
  createdAt: Date
  by: OrderEventBy
}

export type Order = {
  id: string
  userId: string
  customerName: string
  customerEmail: string
  createdAt: Date
  status: OrderStatus
  paymentStatus: PaymentStatus
  paymentMethod: PaymentMethod
  subtotal: Money
  discount: Money
  tax: Money
  shippingFee: Money
  total: Money
  couponCode: string | null
  /** Where the discount came from: 'Coupon MILLET10'; null without one. */
  discountLabel: string | null
  trackingNumber: string | null
  carrier: string | null
  /** The customer's: 'Coupon applied: MILLET10'. What admins write is not part of an order (desk.read.ts). */
  notes: string | null
  /** Grows with every change of an admin. */
  version: number
  shippingAddress: ShippingAddress
  items: OrderItem[]
  events: OrderEvent[]
}

/** Only its customer and admins may see an order; for others it does not exist. */
export function canSeeOrder(actor: Actor, order: Pick<Order, 'userId'>): boolean {
  return isAdmin(actor) || isSelf(actor, order.userId)
}

/**
 * Why an order was not moved. 'not_from': it stands elsewhere by now. 'order_unpaid': goods leave only when
 * paid for. The others are met by reopening a cancelled order: its goods are gone, its coupon is used
 * up, its discount is for a first order and the customer has another order, or the account is closed.
 */
export type MoveProblem =
  | 'not_from'
  | 'out_of_stock'
  | 'coupon_used_up'
  | 'not_first_order'
  | 'account_closed'
  | 'order_unpaid'

/** Entering `cancelled` returns the stock; leaving it takes it again. */
export function stockEffect(from: OrderStatus, to: OrderStatus): 'none' | 'give-back' | 'take' {
  if (from === to || (from !== 'cancelled' && to !== 'cancelled')) return 'none'
  return to === 'cancelled' ? 'give-back' : 'take'
}

export type PayableOrder = { status: OrderStatus; paymentStatus: PaymentStatus; paymentMethod: PaymentMethod }

/** True while the customer may pay: an unpaid card order that is not cancelled. */
export function canBePaid({ status, paymentStatus, paymentMethod }: PayableOrder): boolean {
  const isUnpaid = paymentStatus === 'pending' || paymentStatus === 'failed'
  return paymentMethod === 'card' && isUnpaid && status !== 'cancelled'
}
