import { allergensSentence } from '#shop/catalogue/allergens.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import { shareOut } from '#shop/kernel/money.ts'
import type { PastOrder } from './order.ts'

type Rows = Record<string, unknown>[]

/** Returns the rows of all tables about orders, in an order that satisfies foreign keys. `coupons`: ids by code. */
export function orderRows(
  orders: readonly PastOrder[],
  coupons: ReadonlyMap<string, string>,
): Record<string, Rows> {
  const paid = orders.filter(({ paidAt, isCollected }) => paidAt !== null || isCollected)
  const cards = orders.filter(({ paymentMethod }) => paymentMethod === 'card')
  return {
    shipping_addresses: orders.map(addressRow),
    orders: orders.map((order) => orderRow(order, coupons.get(order.couponCode ?? '') ?? null)),
    order_items: orders.flatMap(itemRows),
    order_item_tastemakers: orders.flatMap(pickRows),
    order_events: orders.flatMap(eventRows),
    sandbox_orders: cards.map(({ number, total, placedAt }) => ({
      id: providerOrder(number),
      receipt: `history-${number}`,
      amount: total,
      created_at: placedAt,
    })),
    sandbox_payments: cards.map(({ number, total, paidAt }) => ({
      id: providerPayment(number),
      order_id: providerOrder(number),
      amount: total,
      status: 'captured',
      created_at: paidAt,
    })),
    payment_intents: cards.map(intentRow),
    payments: paid.map(paymentRow),
    coupon_uses: orders.flatMap((order) => useRows(order, coupons.get(order.couponCode ?? ''))),
    order_requests: orders.flatMap(requestRows),
    returned_items: orders.flatMap(returnedRows),
    refunds: orders.filter(({ refundedAt }) => refundedAt !== null).map(refundRow),
  }
}

const providerOrder = (number: number) => `order_sbx_history${number}`
const providerPayment = (number: number) => `pay_sbx_history${number}`

/** Derives an id from another by replacing the first digit of the last group. */
export function relatedId(id: string, mark: string): string {
  return `${id.slice(0, 24)}${mark}${id.slice(25)}`
}

function addressRow({ id, customer, placedAt }: PastOrder) {
  return {
    id: relatedId(id, 'a'),
    user_id: customer.id,
    full_name: customer.fullName,
    phone: customer.phone,
    address_line1: customer.addressLine1,
    city: customer.town.city,
    state: customer.town.state,
    postal_code: customer.postalCode,
    created_at: placedAt,
  }
}

function orderRow(order: PastOrder, couponId: string | null) {
  const { id, number, customer, placedAt, moves, couponCode } = order
  const last = moves.at(-1)
  return {
    id,
    user_id: customer.id,
    idempotency_key: `history-${number}`,
    status: last?.to ?? 'pending',
    payment_status: order.paymentStatus,
    payment_method: order.paymentMethod,
    subtotal: order.subtotal,
    discount: order.discount,
    tax: order.tax,
    shipping_fee: 0,
    total: order.total,
    coupon_code: couponCode,
    coupon_id: couponId,
    discount_kind: couponCode && 'coupon',
    discount_label: couponCode && `Coupon ${couponCode}`,
    source: order.source,
    tracking_number: order.trackingNumber,
    carrier: order.carrier,
    notes: couponCode && `Coupon applied: ${couponCode}`,
    shipping_address_id: relatedId(id, 'a'),
    created_at: placedAt,
    updated_at: order.refundedAt ?? last?.at ?? order.paidAt ?? placedAt,
  }
}

/** A cancelled order has released its coupon. */
function useRows({ id, customer, placedAt, moves }: PastOrder, couponId: string | undefined) {
  const isActive = moves.at(-1)?.to !== 'cancelled'
  if (!couponId || !isActive) return []
  return [{ order_id: id, coupon_id: couponId, user_id: customer.id, created_at: placedAt }]
}

function itemRows({ id, lines }: PastOrder) {
  return lines.map((line, position) => ({
    id: line.id,
    order_id: id,
    position,
    product_id: line.product.id,
    name: line.name,
    hsn_code: line.product.hsnCode,
    quantity: line.quantity,
    unit_price: line.unitPrice,
    total_price: line.total,
    tax_rate: line.taxed.rate,
    taxable: line.taxed.taxable,
    tax: line.taxed.tax,
    allergens: allergensSentence([line.product, ...line.picks.map(({ product }) => product)]),
  }))
}

function pickRows({ lines }: PastOrder) {
  return lines.flatMap((line) =>
    line.picks.map(({ product, count }, position) => ({
      order_item_id: line.id,
      position,
      product_id: product.id,
      name: product.name,
      count,
    })),
  )
}

function eventRows({ id, customer, placedAt, moves }: PastOrder) {
  const steps = [{ to: 'pending', at: placedAt, note: null }, ...moves]
  return steps.map(({ to, at, note }, step) => ({
    order_id: id,
    from_status: steps[step - 1]?.to ?? null,
    to_status: to,
    // Customers place and cancel; the shop makes all other changes.
    actor_id: to === 'pending' || to === 'cancelled' ? customer.id : null,
    note,
    created_at: at,
  }))
}

function intentRow({ id, number, total, placedAt, paidAt }: PastOrder) {
  return {
    id: relatedId(id, 'b'),
    order_id: id,
    provider: 'sandbox',
    is_test: true,
    provider_order_id: providerOrder(number),
    amount: total,
    status: 'paid',
    hold_until: new Date(placedAt.getTime() + 15 * MINUTE_MS),
    created_at: placedAt,
    updated_at: paidAt,
  }
}

function paymentRow({ id, number, total, paymentMethod, paidAt }: PastOrder) {
  const isCard = paymentMethod === 'card'
  return {
    id: relatedId(id, 'c'),
    order_id: id,
    provider: isCard ? 'sandbox' : 'cod',
    provider_payment_id: isCard ? providerPayment(number) : id,
    amount: total,
    captured_at: paidAt,
  }
}

/** A refund after delivery was requested and granted in full. */
function requestRows({ id, total, moves, refundedAt }: PastOrder) {
  const delivered = moves.find(({ to }) => to === 'delivered')
  if (!delivered || !refundedAt) return []
  const request = {
    id: relatedId(id, 'e'),
    order_id: id,
    kind: 'refund',
    reason: 'damaged',
    status: 'approved',
  }
  const requestedAt = new Date((delivered.at.getTime() + refundedAt.getTime()) / 2)
  return [{ ...request, amount: total, requested_at: requestedAt, decided_at: refundedAt }]
}

/** All units of a refunded order came back damaged; none was restocked. */
function returnedRows({ id, lines, total, moves, refundedAt }: PastOrder) {
  if (!refundedAt || !moves.some(({ to }) => to === 'delivered')) return []
  const amounts = shareOut(
    total,
    lines.map((line) => line.total),
  )
  return lines.map((line, at) => ({
    request_id: relatedId(id, 'e'),
    order_item_id: line.id,
    quantity: line.quantity,
    restocked: 0,
    amount: amounts[at],
  }))
}

function refundRow({ id, number, total, refundedAt, refundReason }: PastOrder) {
  return {
    id: relatedId(id, 'd'),
    order_id: id,
    payment_id: relatedId(id, 'c'),
    key: `history:${id}`,
    amount: total,
    reason: refundReason,
    status: 'done',
    provider_refund_id: `rfnd_sbx_history${number}`,
    attempts: 1,
    created_at: refundedAt,
    updated_at: refundedAt,
  }
}
