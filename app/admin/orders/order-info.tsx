import { Badge } from '#app/kit/status.tsx'
import { formatAmount } from '#shop/kernel/money.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { Order } from '#shop/orders/order.ts'
import { PAYMENT_METHOD_NAMES, PAYMENT_STATUS_NAMES } from '#shop/payments/payment.ts'
import { REFUND_STATUS_NAMES, type Refund } from '#shop/payments/refund.ts'

const PAYMENT_TONES = { pending: 'warning', paid: 'positive', failed: 'danger', refunded: 'neutral' } as const

/** Order info, payment, customer, delivery address and the sums. */
export function OrderInfo({ order, refunds }: { order: Order; refunds: Refund[] }) {
  const { shippingAddress: to } = order
  return (
    <dl className="order-info">
      <Row label="Placed">{formatDayAndTime(order.createdAt)}</Row>
      <Row label="Order ID">
        <span className="break-all">{order.id}</span>
      </Row>
      <Row label="Payment">
        {PAYMENT_METHOD_NAMES[order.paymentMethod]}{' '}
        <Badge tone={PAYMENT_TONES[order.paymentStatus]} dot={false}>
          {PAYMENT_STATUS_NAMES[order.paymentStatus]}
        </Badge>
      </Row>
      <Row label="Customer">
        {order.customerName || 'Unknown Customer'}
        <br />
        {order.customerEmail}
      </Row>
      <Row label="Deliver to">
        {[to.fullName, to.addressLine1, to.addressLine2, `${to.city}, ${to.state} ${to.postalCode}`, to.phone]
          .filter(Boolean)
          .join(', ')}
      </Row>
      {order.business && (
        <Row label="Invoice to">
          {order.business.name}, GSTIN {order.business.gstin}
        </Row>
      )}
      {order.couponCode && <Row label="Coupon">{order.couponCode}</Row>}
      <Row label="Subtotal">{formatAmount(order.subtotal)}</Row>
      {order.discount > 0 && <Row label="Discount">-{formatAmount(order.discount)}</Row>}
      <Row label="Shipping">{formatAmount(order.shippingFee)}</Row>
      <Row label={order.pricesIncludeTax ? 'GST in the total' : 'Tax'}>{formatAmount(order.tax)}</Row>
      {order.roundOff !== 0 && <Row label="Round-off">{formatAmount(order.roundOff)}</Row>}
      <Row label="Total">
        <b>{formatAmount(order.total)}</b>
      </Row>
      {refunds.map((refund) => (
        <Row key={refund.id} label="Refund">
          {formatAmount(refund.amount)}, {REFUND_STATUS_NAMES[refund.status]}: {refund.reason}
        </Row>
      ))}
    </dl>
  )
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
