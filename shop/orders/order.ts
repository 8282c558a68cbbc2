/** Orders, their states and the rules that depend on them. */

import type { ShippingAddress } from '#shop/customers/address.ts'
import type { Business } from '#shop/customers/business-input.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import type { Money } from '#shop/kernel/money.ts'
import { may } from '#shop/kernel/permissions.ts'
import type { TaxRate } from '#shop/kernel/tax.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { NOT_CONFIRMED_IN_TIME } from '#shop/payments/intent.ts'
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
export function paymentWords({ status, paymentMethod, paymentStatus, events }: PaidOrder): string {
  const isCancelled = status === 'cancelled'
  if (paymentMethod === 'cod' && paymentStatus === 'pending')
    return isCancelled ? 'Nothing to pay' : 'Pay on delivery'
  if (!isCancelled || paymentStatus === 'paid' || paymentStatus === 'refunded')
    return PAYMENT_WORDS[paymentStatus]
  return wasUnconfirmed({ status, events }) ? 'Payment not confirmed' : 'Not paid'
}

type PaidOrder = Pick<Order, 'status' | 'paymentMethod' | 'paymentStatus' | 'events'>

/** True for an order that was released while the outcome of a payment was unknown. */
export function wasUnconfirmed({ status, events }: Pick<Order, 'status' | 'events'>): boolean {
  const last = events.findLast(({ kind }) => kind === 'status')
  return status === 'cancelled' && last?.note === NOT_CONFIRMED_IN_TIME
}

export type PaymentState = Pick<Order, 'paymentMethod' | 'paymentStatus'>

/**
 * True when the shop neither has the order's money nor collects it on delivery: a card payment that is open, declined
 * or expired, and a fully refunded order.
 */
export function isUnpaid({ paymentMethod, paymentStatus }: PaymentState): boolean {
  return paymentStatus === 'refunded' || (paymentMethod === 'card' && paymentStatus !== 'paid')
}

/** True when the order's money was taken at the door: the shop does not know where to pay a refund. */
export function wasPaidInCash({ paymentMethod, paymentStatus }: PaymentState): boolean {
  return paymentMethod === 'cod' && paymentStatus === 'paid'
}

/** Statuses in which the order is packed or sent. */
const NEEDS_PAYMENT: Record<OrderStatus, boolean> = {
  pending: false,
  processing: true,
  shipped: true,
  delivered: true,
  cancelled: false,
}

/** The reason why the payment does not allow this status, or null. */
export function paymentProblem(order: PaymentState, to: OrderStatus): 'order_unpaid' | null {
  return NEEDS_PAYMENT[to] && isUnpaid(order) ? 'order_unpaid' : null
}

/** True when an address label may be printed: not for a cancelled or unpaid order. */
export function canBeLabelled(order: PaymentState & Pick<Order, 'status'>): boolean {
  return order.status !== 'cancelled' && !isUnpaid(order)
}

/**
 * The packers' warning for an unpaid order: 'Unpaid, held until 21 Nov 2026, 9:12 am'; null for paid and cancelled
 * ones. `holdUntil`: when its reserved stock is released, or null.
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

/** Why the delivery address can't be corrected any more; null while the parcel is in the house. */
export function addressProblem({
  status,
}: Pick<Order, 'status'>): 'already_shipped' | 'cancelled_order' | null {
  if (status === 'cancelled') return 'cancelled_order'
  return status === 'pending' || status === 'processing' ? null : 'already_shipped'
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
  /** As it was when ordered; '' when the product had none. */
  hsnCode: string
  quantity: number
  unitPrice: Money
  totalPrice: Money
  rate: TaxRate
  /** The value after its part of the discount, without tax. */
  taxable: Money
  tax: Money
  tastemakers: OrderedTastemaker[]
  /** As declared for the product and its picks when ordered; '' for goods that are no food. */
  allergens: string
  /** The product's current data; null when it has been removed. */
  product: { name: string; price: Money; imageUrls: string[]; isOnSale: boolean } | null
}

export const ORDER_EVENT_KINDS = [
  'status',
  'payment_received',
  'cash_chosen',
  'parcel',
  'parcel_corrected',
  'address_corrected',
  'cancellation_requested',
  'cancellation_declined',
  'refund_requested',
  'refund_approved',
  'refund_declined',
  'replacement_requested',
  'replacement_granted',
  'replacement_declined',
] as const
/** Only a 'status' entry changes the status; others repeat the current one. */
export type OrderEventKind = (typeof ORDER_EVENT_KINDS)[number]

/** The author of an entry: the order's customer, staff, or the system. */
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
  /** See `Quote`, also for `taxRate` and `roundOff`. */
  pricesIncludeTax: boolean
  taxRate: TaxRate | null
  shippingFee: Money
  roundOff: Money
  total: Money
  couponCode: string | null
  /** The source of the discount: 'Coupon MILLET10'; null without one. */
  discountLabel: string | null
  trackingNumber: string | null
  carrier: string | null
  /** Visible to the customer: 'Coupon applied: MILLET10'. Internal notes are read by admin-order.read.ts. */
  notes: string | null
  /** Incremented by every change of an admin. */
  version: number
  shippingAddress: ShippingAddress
  /** The business that the invoice names as buyer; null for consumers. */
  business: Business | null
  items: OrderItem[]
  events: OrderEvent[]
}

/** Only its customer and admins may see an order; for others it does not exist. */
export function canSeeOrder(actor: Actor, order: Pick<Order, 'userId'>): boolean {
  return may(actor, 'orders.view') || isSelf(actor, order.userId)
}

/**
 * Why an order's status was not changed. 'not_from': it has another status by now. 'order_unpaid': unpaid orders are
 * not sent. The others concern reopening a cancelled order.
 */
export type MoveProblem =
  | 'not_from'
  | 'out_of_stock'
  | 'coupon_used_up'
  | 'not_first_order'
  | 'account_closed'
  | 'order_unpaid'

/** True once the parcel has left the house. */
export function isSent(status: OrderStatus): boolean {
  return status === 'shipped' || status === 'delivered'
}

/** Cancelling returns the stock of a parcel that has not left; reopening allocates it again. */
export function stockEffect(from: OrderStatus, to: OrderStatus): 'none' | 'give-back' | 'take' {
  if (from === to || (from !== 'cancelled' && to !== 'cancelled')) return 'none'
  if (to === 'cancelled') return isSent(from) ? 'none' : 'give-back'
  return 'take'
}

/** Why staff cancel a shipped order, in words for the customer. */
export const CANCELLATION_REASONS = {
  returned_to_origin: 'The courier could not deliver the parcel and brought it back to us.',
} as const
export type CancellationReason = keyof typeof CANCELLATION_REASONS

export type PayableOrder = { status: OrderStatus; paymentStatus: PaymentStatus; paymentMethod: PaymentMethod }

/** True while the customer may pay: an unpaid card order that is not cancelled. */
export function canBePaid({ status, paymentStatus, paymentMethod }: PayableOrder): boolean {
  const isUnpaid = paymentStatus === 'pending' || paymentStatus === 'failed'
  return paymentMethod === 'card' && isUnpaid && status !== 'cancelled'
}
