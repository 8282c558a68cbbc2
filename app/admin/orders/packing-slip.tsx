import { picksText } from '#shop/carts/mix.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatDay } from '#shop/kernel/time.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'

/** The contents of the parcel, with a box to tick per line. No prices, because it may be a gift. */
export function PackingSlip({
  order,
  items,
  isPart,
  unpaid,
  brand,
}: {
  order: Pick<Order, 'id' | 'status' | 'createdAt' | 'shippingAddress'>
  /** The items in this parcel. */
  items: Pick<OrderItem, 'id' | 'name' | 'quantity' | 'tastemakers'>[]
  /** True for a replacement of part of the order. */
  isPart: boolean
  /** 'Unpaid, held until …', or null. */
  unpaid: string | null
  brand: string
}) {
  const { shippingAddress: to } = order
  const stop = order.status === 'cancelled' ? 'Cancelled. Do not pack.' : unpaid && `${unpaid}. Do not pack.`
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <section className="sheet" aria-label={`Packing slip of order ${shortId(order.id)}`}>
      <header className="sheet-head">
        <b>{brand}</b>
        <span>
          Order {shortId(order.id)}, {formatDay(order.createdAt)}
        </span>
      </header>
      <p>
        For {to.fullName}, {to.city} {to.postalCode}
      </p>
      {isPart && <p>A replacement of part of the order.</p>}
      {stop && <p className="sheet-pay">{stop}</p>}
      <ul className="sheet-items">
        {items.map((item) => (
          <li key={item.id}>
            <span className="sheet-box" aria-hidden="true" />
            <b>{item.quantity} ×</b>
            <span>
              {item.name || 'Unknown Product'}
              {item.tastemakers.length > 0 && <small>{picksText(item.tastemakers)}</small>}
            </span>
          </li>
        ))}
      </ul>
      <p>
        {units} {units === 1 ? 'unit' : 'units'} in all. Packed by ____________________
      </p>
    </section>
  )
}
