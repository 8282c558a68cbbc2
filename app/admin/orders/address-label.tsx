import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount, type Money } from '#shop/kernel/money.ts'
import { canBeLabelled, type Order } from '#shop/orders/order.ts'

type Sender = { name: string; address: string; phone: string | null }

/** Long texts are printed smaller, so that a label holds the longest that checkout accepts. */
function lengthOf({ shippingAddress: to }: Labelled, seller: Sender): 'long' | 'very' | undefined {
  const address = [to.fullName, to.addressLine1, to.addressLine2, to.city].join(' ').length
  if (address > 220 || seller.address.length > 200) return 'very'
  return address > 110 ? 'long' : undefined
}

type Labelled = Pick<
  Order,
  'id' | 'status' | 'paymentMethod' | 'paymentStatus' | 'carrier' | 'trackingNumber' | 'shippingAddress'
>

type AddressLabelProps = {
  order: Labelled
  /** The cash on delivery that the carrier collects; null for a paid order. */
  cash: Money | null
  /** 'Unpaid, held until …', or null. */
  unpaid: string | null
  seller: Sender
}

/** The parcel's address label with the cash to collect; orders that may not be shipped have none. */
export function AddressLabel({ order, cash, unpaid, seller }: AddressLabelProps) {
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
      data-long={lengthOf(order, seller)}
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
