import { type PricedCart, unsoldMessage } from '#shop/carts/priced-cart.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import type { RefusalOf } from '#shop/kernel/result.ts'
import type { placeOrder } from '#shop/orders/place-order.ts'
import { REFUSALS } from '#shop/refusals.ts'

export type CheckoutRefusal =
  | RefusalOf<typeof placeOrder>
  | { ok: false; reason: 'cart_empty' | 'cart_changed' }
  | { ok: false; reason: 'not_sold'; names: string[] }

export function refusalMessage(refusal: CheckoutRefusal): string {
  switch (refusal.reason) {
    case 'signed_out':
      return 'Please sign in to checkout'
    case 'cart_empty':
      return 'Your cart is empty'
    case 'cart_changed':
      return 'Your cart has changed since this page was opened. Check it, then place the order again.'
    case 'payment_method_unavailable':
      return 'Please select a payment method'
    case 'own_gstin':
    case 'below_card_minimum':
      return REFUSALS[refusal.reason].en
    case 'idempotency_key_reused':
      return 'An order was already placed from this page. Look at it before you place another.'
    case 'not_sold':
      return unsoldMessage(refusal.names)
    case 'out_of_stock':
    case 'cart_has_problems':
    case 'too_many_units':
      return problems(refusal.cart)
    case 'total_changed':
      return `The total is now ${formatAmount(refusal.cart.quote.total)}. Place the order again to confirm it.`
    default:
      return refusal.message
  }
}

function problems(cart: PricedCart): string {
  const messages = new Set(cart.lines.flatMap((line) => line.message ?? []))
  return messages.size > 0 ? [...messages].join(' ') : 'Something in your cart can no longer be bought.'
}

const ORDER_FAILED = 'Failed to create order'
const ITEMS_FAILED = 'Failed to create order items'
/** Prefixes for messages that do not say that the order failed. */
const PREFIXES: Partial<Record<CheckoutRefusal['reason'], string>> = {
  cart_changed: ORDER_FAILED,
  idempotency_key_reused: ORDER_FAILED,
  not_sold: ITEMS_FAILED,
  out_of_stock: ITEMS_FAILED,
  cart_has_problems: ITEMS_FAILED,
  too_many_units: ITEMS_FAILED,
}

export function orderFailureMessage(refusal: CheckoutRefusal): string {
  const prefix = PREFIXES[refusal.reason]
  return prefix ? `${prefix}: ${refusalMessage(refusal)}` : refusalMessage(refusal)
}
