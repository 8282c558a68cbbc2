import type { ShippingAddress } from '#shop/customers/address.ts'
import type { Business } from '#shop/customers/business-input.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { formatAmount, type Money, smaller, subtract } from '#shop/kernel/money.ts'
import { may } from '#shop/kernel/permissions.ts'
import type { TaxRate } from '#shop/kernel/tax.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { NOT_CONFIRMED_IN_TIME, type UnpaidState } from '#shop/payments/intent.ts'
import type { PaymentMethod, PaymentStatus, StaffPaymentStatus } from '#shop/payments/payment.ts'
import type { Quote } from '#shop/pricing/quote.ts'

export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

const PAYMENT_WORDS: Record<PaymentStatus, string> = {
  pending: 'Payment pending',
  collected: 'Paid in cash',
  paid: 'Paid',
  failed: 'Payment failed',
  refunded: 'Refunded',
}

/** Describes the payment's state to the customer: cash is due on delivery, not 'Payment pending'. */
export function paymentWords(order: PaidOrder): string {
  const { status, paymentMethod, paymentStatus, isWrittenOff, advance, events } = order
  const isCancelled = status === 'cancelled'
  // The customer paid at the door. The loss is between the shop and the courier.
  if (isWrittenOff) return PAYMENT_WORDS.collected
  if (advance > 0 && paymentStatus === 'pending') {
    const due = formatAmount(amountDue(order))
    return `Paid ${formatAmount(advance)}, ${due} to pay${paymentMethod === 'cod' ? ' on delivery' : ''}`
  }
  if (paymentMethod === 'cod' && paymentStatus === 'pending')
    return isCancelled ? 'Nothing to pay' : 'Pay on delivery'
  if (!isCancelled || hasPaid(paymentStatus) || paymentStatus === 'refunded')
    return PAYMENT_WORDS[paymentStatus]
  return wasUnconfirmed({ status, events }) ? 'Payment not confirmed' : 'Not paid'
}

type PaidOrder = Pick<Order, keyof PaymentFacts | 'status' | 'isWrittenOff' | 'total' | 'advance' | 'events'>

/** Returns the payment's state for staff. */
export function staffPaymentStatus(order: Pick<Order, 'paymentStatus' | 'isWrittenOff'>): StaffPaymentStatus {
  return order.isWrittenOff ? 'written_off' : order.paymentStatus
}

/** True when the order was cancelled while a payment's outcome was unknown. */
export function wasUnconfirmed({ status, events }: Pick<Order, 'status' | 'events'>): boolean {
  const last = events.findLast(({ kind }) => kind === 'status')
  return status === 'cancelled' && last?.note === NOT_CONFIRMED_IN_TIME
}

export type PaymentFacts = Pick<Order, 'paymentMethod' | 'paymentStatus'>

/** True when the order is neither paid nor to be paid on delivery; also after a full refund. */
export function isUnpaid({ paymentMethod, paymentStatus }: PaymentFacts): boolean {
  return paymentStatus === 'refunded' || (paymentMethod === 'card' && paymentStatus !== 'paid')
}

/** Returns the amount that is still to be paid, at the door or by a payment link. */
export function amountDue({ total, advance }: Pick<Order, 'total' | 'advance'>): Money {
  return subtract(total, advance)
}

/** True once the customer has paid. Cash counts as soon as it is paid at the door, even if a courier still has it. */
export function hasPaid(paymentStatus: PaymentStatus): paymentStatus is 'collected' | 'paid' {
  return paymentStatus === 'collected' || paymentStatus === 'paid'
}

/** Returns what a cancellation refunds. For an unpaid order: all captured money, such as a held payment. */
export function cancellationRefund(
  { paymentStatus, total }: Pick<Order, 'paymentStatus' | 'total'>,
  refundable: Money,
): Money {
  return hasPaid(paymentStatus) ? smaller(total, refundable) : refundable
}

/** True when a refund needs the customer's account, since no provider can send it back. */
export function wasPaidInCash({ paymentMethod, paymentStatus }: PaymentFacts): boolean {
  return paymentMethod === 'cod' && hasPaid(paymentStatus)
}

export function paymentProblem(order: PaymentFacts, to: OrderStatus): 'order_unpaid' | null {
  const isHandled = to !== 'pending' && to !== 'cancelled'
  return isHandled && isUnpaid(order) ? 'order_unpaid' : null
}

export function canBeLabelled(order: PaymentFacts & Pick<Order, 'status'>): boolean {
  return order.status !== 'cancelled' && !isUnpaid(order)
}

/** 'Unpaid, held until 21 Nov 2026, 9:12 am'; null for paid and cancelled orders. */
export function unpaidWords(order: PaymentFacts & Pick<Order, 'status'>, holdUntil: Date | null, now: Date) {
  if (order.status === 'cancelled' || !isUnpaid(order)) return null
  if (order.paymentStatus === 'refunded') return 'Refunded in full'
  if (!holdUntil) return 'Unpaid'
  const isHeld = order.paymentStatus === 'pending' && holdUntil > now
  return `Unpaid, ${isHeld ? 'held until' : 'hold ended'} ${formatDayAndTime(holdUntil)}`
}

/** Returns why address and items can't be corrected; null before shipping. */
export function editProblem({ status }: Pick<Order, 'status'>) {
  if (status === 'cancelled') return 'cancelled_order'
  return status === 'pending' || status === 'processing' ? null : 'already_shipped'
}

export const ORDER_STEPS = ['Order Placed', 'Processing', 'Shipped', 'Delivered'] as const

/** Returns 1 to 4, or 0 for a cancelled order. */
export function orderStep(status: OrderStatus): number {
  return status === 'cancelled' ? 0 : ORDER_STATUSES.indexOf(status) + 1
}

export type OrderItem = {
  id: string
  productId: string | null
  name: string
  /** The code at the time of the order; '' for none. */
  hsnCode: string
  quantity: number
  unitPrice: Money
  totalPrice: Money
  rate: TaxRate
  /** Without tax, after the item's share of the discount. */
  taxable: Money
  tax: Money
  tastemakers: { productId: string | null; name: string; count: number }[]
  /** The declaration at the time of the order; '' for goods that are not food. */
  allergens: string
  /** The product today; null when it has been deleted. */
  product: { name: string; price: Money; imageUrls: string[]; isOnSale: boolean } | null
}

export const ORDER_EVENT_KINDS = [
  'status',
  'payment_received',
  'payment_link',
  'cash_chosen',
  'items_changed',
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
/** Only 'status' changes the status; other kinds repeat the current one. */
export type OrderEventKind = (typeof ORDER_EVENT_KINDS)[number]

export const ORDER_EVENT_BY = ['customer', 'shop', 'system'] as const
export type OrderEvent = {
  id: number
  kind: OrderEventKind
  fromStatus: OrderStatus | null
  toStatus: OrderStatus
  note: string | null
  createdAt: Date
  by: (typeof ORDER_EVENT_BY)[number]
}

export type Order = Quote & {
  id: string
  userId: string
  customerName: string
  /** '' for a customer without email. */
  customerEmail: string
  createdAt: Date
  status: OrderStatus
  paymentStatus: PaymentStatus
  paymentMethod: PaymentMethod
  /** True if the order is paid, but the courier never paid its cash. */
  isWrittenOff: boolean
  /** Paid before an edit raised the total. */
  advance: Money
  couponCode: string | null
  discountLabel: string | null
  trackingNumber: string | null
  carrier: string | null
  /** Visible to the customer: 'Coupon applied: MILLET10'. */
  notes: string | null
  /** Detects conflicting edits. Changed status, items, address, parcel or payment method raise it; payments do not. */
  version: number
  shippingAddress: ShippingAddress
  /** Null for consumers. */
  business: Business | null
  items: OrderItem[]
  events: OrderEvent[]
}

/** True for the order's customer and for staff. All others get the answer for an unknown order. */
export function canSeeOrder(actor: Actor, order: Pick<Order, 'userId'>): boolean {
  return may(actor, 'orders.view') || isSelf(actor, order.userId)
}

/**
 * 'not_from': the status is no longer `from`. 'order_unpaid': payment comes first. The others: refusals of reopening.
 */
export type MoveProblem =
  | 'not_from'
  | 'out_of_stock'
  | 'coupon_used_up'
  | 'not_first_order'
  | 'account_closed'
  | 'order_unpaid'

export function isSent(status: OrderStatus): boolean {
  return status === 'shipped' || status === 'delivered'
}

/**
 * Returns how a move changes stock. Cancelling restocks units of an unshipped parcel; reopening allocates them again.
 */
export function stockEffect(from: OrderStatus, to: OrderStatus): 'none' | 'give-back' | 'take' {
  if (from === to || (from !== 'cancelled' && to !== 'cancelled')) return 'none'
  if (to === 'cancelled') return isSent(from) ? 'none' : 'give-back'
  return 'take'
}

/** Sentences for the customer. */
export const CANCELLATION_REASONS = {
  returned_to_origin: 'The courier could not deliver the parcel and brought it back to us.',
} as const
export type CancellationReason = keyof typeof CANCELLATION_REASONS

export type PayableOrder = { status: OrderStatus; paymentStatus: PaymentStatus; paymentMethod: PaymentMethod }

export function canBePaid({ status, paymentStatus, paymentMethod }: PayableOrder): boolean {
  const isUnpaid = paymentStatus === 'pending' || paymentStatus === 'failed'
  return paymentMethod === 'card' && isUnpaid && status !== 'cancelled'
}

export type UnpaidOrder = {
  id: string
  total: Money
  state: UnpaidState
  /** Null if an admin reopened the order, which then has no time limit. */
  holdUntil: Date | null
  /** Null when the state has no time limit. */
  msLeft: number | null
  failureReason: string | null
  /** Null when the order cannot be paid in cash. */
  cashTotal: Money | null
}
