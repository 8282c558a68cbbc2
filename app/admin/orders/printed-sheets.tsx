import { picksText } from '#shop/carts/mix.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { pluralize } from '#shop/kernel/text.ts'
import { formatDay } from '#shop/kernel/time.ts'
import { amountDue, canBeLabelled, type Order, type OrderItem } from '#shop/orders/order.ts'
import { CORRECTIONS, isCashDue, type PickListEntry } from '#shop/orders/packing.ts'

/** Returns '<order id>:<id of its last correction>', to record what was printed. */
function printedValue({ id, events }: Order): string {
  const corrections = events.filter(({ kind }) => CORRECTIONS.includes(kind))
  return `${id}:${Math.max(0, ...corrections.map((event) => event.id))}`
}

/** Returns only what a sheet shows. Packers see no prices, except a total that the carrier collects. */
export function sheetOf(order: Order, items: readonly OrderItem[]) {
  const { id, status, createdAt, paymentMethod, paymentStatus } = order
  const { carrier, trackingNumber, shippingAddress } = order
  return {
    order: { id, status, createdAt, paymentMethod, paymentStatus, carrier, trackingNumber, shippingAddress },
    /** The cash on delivery that the carrier collects; null for a paid order. */
    cash: isCashDue(order) ? amountDue(order) : null,
    items: items.map(({ id: itemId, name, quantity, tastemakers }) => ({
      ...{ id: itemId, name, quantity, tastemakers },
    })),
    /** True for a replacement of part of the order. */
    isPart: sumOf(items) < sumOf(order.items),
    value: printedValue(order),
  }
}

function sumOf(items: readonly Pick<OrderItem, 'quantity'>[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

type Sender = { name: string; address: string; phone: string | null }

/** Returns the text size. Long texts are smaller, so that a label holds the longest address of the checkout. */
function textSize({ shippingAddress: to }: Sheet['order'], seller: Sender): 'long' | 'very' | undefined {
  const address = [to.fullName, to.addressLine1, to.addressLine2, to.city].join(' ').length
  if (address > 220 || seller.address.length > 200) return 'very'
  return address > 110 ? 'long' : undefined
}

/** `unpaid`: 'Unpaid, held until …', or null. */
type Sheet = ReturnType<typeof sheetOf> & { unpaid: string | null }

export function AddressLabel({ order, cash, unpaid, seller }: Sheet & { seller: Sender }) {
  const { shippingAddress: to } = order
  if (!canBeLabelled(order)) {
    return (
      <section className="sheet sheet-label" aria-label={`No address label for order ${shortId(order.id)}`}>
        <p className="sheet-pay">{unpaid ?? 'Cancelled'}</p>
        <p>Order {shortId(order.id)} gets no address label.</p>
      </section>
    )
  }
  return (
    <section
      className="sheet sheet-label"
      aria-label={`Address label of order ${shortId(order.id)}`}
      data-long={textSize(order, seller)}
    >
      <p className="sheet-to">
        <small>To</small>
        <b>{to.fullName}</b>
        {[to.addressLine1, to.addressLine2, to.city].filter(Boolean).map((line) => (
          <span key={line}>{line}</span>
        ))}
        <span>
          {to.state} <b>{to.postalCode}</b>
        </span>
        <span>Phone {to.phone}</span>
      </p>
      <p className="sheet-pay">
        {cash === null ? 'Prepaid' : `Cash on delivery: collect ${formatAmount(cash)}`}
      </p>
      <p className="sheet-from">
        <small>From</small>
        <span>{seller.name}</span>
        <span>{seller.address}</span>
        {seller.phone && <span>{seller.phone}</span>}
        <span>
          Order {shortId(order.id)}
          {order.trackingNumber && `, ${order.carrier ?? 'parcel'} ${order.trackingNumber}`}
        </span>
      </p>
    </section>
  )
}

/** A list of the parcel's contents, with a box to tick per line. Without prices, since it may be a gift. */
export function PackingSlip({ order, items, isPart, unpaid, brand }: Sheet & { brand: string }) {
  const { shippingAddress: to } = order
  const stop = order.status === 'cancelled' ? 'Cancelled. Do not pack.' : unpaid && `${unpaid}. Do not pack.`
  const units = sumOf(items)
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

type PickListProps = { picks: PickListEntry[]; orders: number; brand: string }

export function PickList({ picks, orders, brand }: PickListProps) {
  const total = picks.reduce((sum, { units }) => sum + units, 0)
  return (
    <section className="sheet sheet-picks" aria-label="Pick list">
      <header className="sheet-head">
        <b>{brand}</b>
        <span>
          {pluralize(total, 'unit')} for {pluralize(orders, 'order')}
        </span>
      </header>
      <ul className="sheet-items">
        {picks.map(({ name, shelf, units }) => (
          <li key={`${shelf} ${name}`}>
            <span className="sheet-box" aria-hidden="true" />
            <b>{units} ×</b>
            <span>
              {name || 'Unknown Product'}
              <small>{shelf ? `Shelf ${shelf}` : 'No shelf recorded'}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
