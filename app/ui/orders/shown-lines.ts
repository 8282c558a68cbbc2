import { type OrderLine, picksText } from '#app/ui/checkout/order-lines.tsx'
import type { OrderItem } from '#shop/orders/order.ts'

/**
 * The items of an order as lines. Names and prices are those it was sold at; `missing` is what stands by an item
 * whose product has left the shop.
 */
export function shownLines(items: readonly OrderItem[], missing: string): OrderLine[] {
  return items.map((item) => ({
    key: item.id,
    name: item.name || 'Unknown Product',
    note: [picksText(item.tastemakers), item.product ? '' : missing].filter(Boolean).join('. '),
    picture: item.product?.imageUrls[0] ?? null,
    quantity: item.quantity,
    unitPrice: item.unitPrice,
    total: item.totalPrice,
  }))
}
