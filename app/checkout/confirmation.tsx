import { AddressText } from '#app/account/address-text.tsx'
import { useOrderedCart } from '#app/checkout/use-ordered-cart.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import { Totals } from '#app/kit/totals.tsx'
import { SidePanel, TwoColumns } from '#app/kit/two-columns.tsx'
import { FactRows } from '#app/orders/fact-rows.tsx'
import { OrderLines } from '#app/orders/order-lines.tsx'
import { shownLines } from '#app/orders/shown-lines.ts'
import { StatusBadge } from '#app/orders/status-badge.tsx'
import { shortId } from '#shop/kernel/ids.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { Order } from '#shop/orders/order.ts'
import { PAYMENT_METHOD_NAMES, PAYMENT_STATUS_NAMES } from '#shop/payments/payment.ts'

type ConfirmationProps = {
  order: Order
  /** Until the parcel leaves, as '2-3 business days'. */
  shipsWithin: string
}

/** The order stands: what was ordered, what happens next, and the ways on. */
export function Confirmation({ order, shipsWithin }: ConfirmationProps) {
  useOrderedCart()
  const facts = [
    { label: 'Order', value: shortId(order.id) },
    { label: 'Date', value: formatDayAndTime(order.createdAt) },
    { label: 'Status', value: <StatusBadge status={order.status} /> },
    { label: 'Payment', value: paymentText(order) },
    { label: 'Delivery to', value: <AddressText address={order.shippingAddress} /> },
  ]
  return (
    <>
      <title>Order Confirmed!</title>
      <div className="order-band">
        <div className="wrap pt-6 pb-10">
          <h1 className="display text-5xl">Order Confirmed!</h1>
          <p className="mt-4 max-w-read text-lg">
            Thank you, {order.customerName}. Orders ship within {shipsWithin}. We’ve emailed a confirmation to{' '}
            <span className="break-words">{order.customerEmail}</span>.
          </p>
        </div>
      </div>
      <div className="wrap pt-10 pb-section">
        <TwoColumns
          aside={
            <SidePanel title="In this order">
              <div className="mt-4">
                <OrderLines lines={shownLines(order.items, 'Product no longer available')} />
              </div>
              <Totals quote={order} discountLabel={order.discountLabel} className="mt-5" />
            </SidePanel>
          }
        >
          <h2 className="display mb-4 text-2xl">Order summary</h2>
          <FactRows facts={facts} />
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="/shop">Continue Shopping</ButtonLink>
            <ButtonLink to="/orders" look="line">
              View Orders
            </ButtonLink>
            <ButtonLink to={`/orders/${order.id}`} look="line">
              Track this order
            </ButtonLink>
          </div>
        </TwoColumns>
      </div>
    </>
  )
}

/** 'Cash on Delivery', or 'Card, paid'. */
function paymentText({ paymentMethod, paymentStatus }: Order): string {
  const method = PAYMENT_METHOD_NAMES[paymentMethod]
  return paymentMethod === 'card' ? `${method}, ${PAYMENT_STATUS_NAMES[paymentStatus].toLowerCase()}` : method
}
