import { AddressText } from '#app/account/address-text.tsx'
import { FactRows } from '#app/orders/fact-rows.tsx'
import { type Order, paymentWords } from '#shop/orders/order.ts'
import { PAYMENT_METHOD_NAMES } from '#shop/payments/payment.ts'

/** Payment, delivery address, and the parcel's number once there is one. */
export function OrderFacts({ order }: { order: Order }) {
  const facts = [
    { label: 'Payment method', value: PAYMENT_METHOD_NAMES[order.paymentMethod] },
    { label: 'Payment status', value: paymentWords(order) },
    ...(order.carrier ? [{ label: 'Carrier', value: order.carrier }] : []),
    ...(order.trackingNumber ? [{ label: 'Tracking number', value: order.trackingNumber }] : []),
    { label: 'Delivery address', value: <AddressText address={order.shippingAddress} /> },
  ]
  return (
    <section className="mt-10">
      <h2 className="display mb-3 text-2xl">Payment and delivery</h2>
      <FactRows facts={facts} />
    </section>
  )
}
