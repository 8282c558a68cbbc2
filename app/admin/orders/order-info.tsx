import { AdminTable } from '#app/desk/admin-page.tsx'
import { MESSAGES, ORDERS, PEOPLE } from '#app/desk/paths.ts'
import { StaffLink } from '#app/desk/staff-link.tsx'
import { useCanOpen } from '#app/frame/use-root-data.ts'
import { type Column, column } from '#app/kit/column.ts'
import { TextLink } from '#app/kit/link.tsx'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { Badge } from '#app/kit/status.tsx'
import { picksText } from '#shop/carts/mix.ts'
import { businessText } from '#shop/customers/address.ts'
import { phoneDigits } from '#shop/customers/phone-number.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount, NO_MONEY, subtract } from '#shop/kernel/money.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { amountDue, editProblem, type Order, type OrderItem, staffPaymentStatus } from '#shop/orders/order.ts'
import { statusName } from '#shop/orders/tracker.ts'
import { PAYMENT_METHOD_NAMES, PAYMENT_STATUS_NAMES } from '#shop/payments/payment.ts'

const PAYMENT_TONES = {
  pending: 'warning',
  collected: 'info',
  paid: 'positive',
  failed: 'danger',
  refunded: 'neutral',
  written_off: 'danger',
} as const

type OrderInfoProps = { order: Order; brand: string; payLink: string | null }

/** `payLink`: the address at which an unpaid order can be paid. */
export function OrderInfo({ order, brand, payLink }: OrderInfoProps) {
  const canOpen = useCanOpen()
  const { shippingAddress: to } = order
  const paymentStatus = staffPaymentStatus(order)
  return (
    <dl className="order-info">
      <Row label="Placed">{formatDayAndTime(order.createdAt)}</Row>
      <Row label="Order ID">
        <span className="break-all">{order.id}</span>
      </Row>
      <Row label="Payment">
        {PAYMENT_METHOD_NAMES[order.paymentMethod]}{' '}
        <Badge tone={PAYMENT_TONES[paymentStatus]} dot={false}>
          {PAYMENT_STATUS_NAMES[paymentStatus]}
        </Badge>
      </Row>
      <Customer order={order} />
      <Row label="Deliver to">
        {[to.fullName, to.addressLine1, to.addressLine2, `${to.city}, ${to.state} ${to.postalCode}`, to.phone]
          .filter(Boolean)
          .join(', ')}
        {editProblem(order) === null && canOpen(`${ORDERS}/${order.id}/address`) && (
          <>
            <br />
            <TextLink to={`${ORDERS}/${order.id}/address`}>Correct the address</TextLink>
          </>
        )}
      </Row>
      <Contact order={order} brand={brand} />
      {payLink && <PaymentLink order={order} brand={brand} payLink={payLink} />}
      {order.business && <Row label="Invoice to">{businessText(order.business)}</Row>}
      {order.couponCode && <Row label="Coupon">{order.couponCode}</Row>}
      <Row label="Subtotal">{formatAmount(order.subtotal)}</Row>
      {order.discount > 0 && <Row label="Discount">{formatAmount(subtract(NO_MONEY, order.discount))}</Row>}
      <Row label="Shipping">{formatAmount(order.shippingFee)}</Row>
      <Row label={order.pricesIncludeTax ? 'GST in the total' : 'Tax'}>{formatAmount(order.tax)}</Row>
      {order.roundOff !== 0 && <Row label="Round-off">{formatAmount(order.roundOff)}</Row>}
      <Row label="Total">
        <b>{formatAmount(order.total)}</b>
      </Row>
    </dl>
  )
}

function Customer({ order }: { order: Order }) {
  const canOpen = useCanOpen()
  return (
    <Row label="Customer">
      <StaffLink to={`${PEOPLE}/${order.userId}`} className="link">
        {order.customerName || 'Unknown Customer'}
      </StaffLink>
      <br />
      {order.customerEmail ? (
        <a href={`mailto:${order.customerEmail}`}>{order.customerEmail}</a>
      ) : (
        'No email address'
      )}
      <br />
      {canOpen(ORDERS) && (
        <>
          <TextLink to={`${ORDERS}?customer=${order.userId}`}>All orders</TextLink>
          {order.customerEmail && ', '}
        </>
      )}
      {order.customerEmail && (
        <TextLink to={`${MESSAGES}?${new URLSearchParams({ status: 'all', q: order.customerEmail })}`}>
          Messages
        </TextLink>
      )}
    </Row>
  )
}

function PaymentLink({ order, brand, payLink }: { order: Order; brand: string; payLink: string }) {
  const digits = phoneDigits(order.shippingAddress.phone)
  const text = `${brand}: please pay ${formatAmount(amountDue(order))} for your order ${shortId(order.id)} here: ${payLink}`
  return (
    <Row label="Payment link">
      <input readOnly value={payLink} aria-label="Payment link" className="input" />
      {digits && (
        <WhatsAppLink digits={digits} text={text}>
          Send the link by WhatsApp
        </WhatsAppLink>
      )}
    </Row>
  )
}

function Contact({ order, brand }: { order: Order; brand: string }) {
  const digits = phoneDigits(order.shippingAddress.phone)
  if (!digits) return null
  const text = `Hello ${order.shippingAddress.fullName}, this is ${brand} about your order ${shortId(order.id)} (${statusName(order.status)}).`
  return (
    <Row label="Contact">
      <a href={`tel:+91${digits}`} className="link">
        Call
      </a>
      {', '}
      <WhatsAppLink digits={digits} text={text}>
        Write by WhatsApp
      </WhatsAppLink>
    </Row>
  )
}

function WhatsAppLink({ digits, text, children }: { digits: string; text: string; children: string }) {
  const href = `https://wa.me/91${digits}?${new URLSearchParams({ text })}`
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="link">
      {children}
    </a>
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

const COLUMNS: Column<OrderItem>[] = [
  column.title('Product', ({ name, product, tastemakers }) => (
    <span className="thumb">
      <ProductPicture src={product?.imageUrls[0]} alt="" />
      <span>
        {name || 'Unknown Product'}
        {tastemakers.length > 0 && <span className="data-sub">{picksText(tastemakers)}</span>}
      </span>
    </span>
  )),
  column.text('HSN', ({ hsnCode }) => hsnCode || '-', { place: 'wide' }),
  column.number('Quantity × price', ({ quantity, unitPrice }) => `${quantity} × ${formatAmount(unitPrice)}`),
  column.figure('Line total', ({ totalPrice }) => formatAmount(totalPrice)),
]

export function ItemTable({ order }: { order: Order }) {
  return <AdminTable caption="Items" columns={COLUMNS} rows={order.items} empty="No items" />
}
