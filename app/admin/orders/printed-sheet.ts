import type { Order, OrderItem } from '#shop/orders/order.ts'

/** The order with the last correction of its address that this page shows. */
function printedValue({ id, events }: Order): string {
  const corrections = events.filter(({ kind }) => kind === 'address_corrected')
  return `${id}:${Math.max(0, ...corrections.map((event) => event.id))}`
}

/** Only what a sheet shows, since packers see no prices: the total alone where the carrier collects it. */
export function printed(order: Order, items: readonly OrderItem[]) {
  const { id, status, createdAt, paymentMethod, paymentStatus, carrier, trackingNumber, shippingAddress } =
    order
  const isCash = paymentMethod === 'cod' && paymentStatus === 'pending'
  return {
    order: { id, status, createdAt, paymentMethod, paymentStatus, carrier, trackingNumber, shippingAddress },
    cash: isCash ? order.total : null,
    items: items.map(({ id: itemId, name, quantity, tastemakers }) => ({
      ...{ id: itemId, name, quantity, tastemakers },
    })),
    isPart: sumOf(items) < sumOf(order.items),
    value: printedValue(order),
  }
}

function sumOf(items: readonly OrderItem[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}
