import { reviewPath } from '#app/kit/paths.ts'
import { type OrderLine, picksText } from '#app/orders/order-lines.tsx'
import type { OrderItem, OrderStatus } from '#shop/orders/order.ts'

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

/** The same with the ways to review what was delivered and is still sold. */
export function reviewableLines(
  order: { status: OrderStatus; items: readonly OrderItem[] },
  missing: string,
): OrderLine[] {
  const lines = shownLines(order.items, missing)
  if (order.status !== 'delivered') return lines
  const paths = new Map(order.items.map((item) => [item.id, pathToReview(item)]))
  return lines.map((line) => ({ ...line, reviewPath: paths.get(line.key) ?? null }))
}

function pathToReview({ productId, product }: OrderItem): string | null {
  return productId && product?.isOnSale ? reviewPath({ id: productId }) : null
}
