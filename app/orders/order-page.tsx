import { Link } from 'react-router'
import { AddressText } from '#app/account/address-text.tsx'
import { useRootData } from '#app/frame/use-root-data.ts'
import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink, buttonClass } from '#app/kit/button.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { Totals } from '#app/kit/totals.tsx'
import { SidePanel, TwoColumns } from '#app/kit/two-columns.tsx'
import { FactRows } from '#app/orders/fact-rows.tsx'
import { OrderActions } from '#app/orders/order-actions.tsx'
import { type Invoices, OrderInvoices } from '#app/orders/order-invoices.tsx'
import { OrderLines } from '#app/orders/order-lines.tsx'
import { type AskAnswer, type Asking, OrderRequestForm } from '#app/orders/order-request-form.tsx'
import { OrderRequests } from '#app/orders/order-requests.tsx'
import { reviewableLines } from '#app/orders/shown-lines.ts'
import { StatusBadge } from '#app/orders/status-badge.tsx'
import { Tracker } from '#app/orders/tracker.tsx'
import { useLiveOrder } from '#app/orders/use-live-order.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount, type Money } from '#shop/kernel/money.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { type Order, type OrderEvent, paymentWords } from '#shop/orders/order.ts'
import type { OrderRequest } from '#shop/orders/request.ts'
import { eventText } from '#shop/orders/tracker.ts'
import { type OpenPaymentFacts, paymentFailed } from '#shop/payments/intent.ts'
import { PAYMENT_METHOD_NAMES } from '#shop/payments/payment.ts'
import type { Refund } from '#shop/payments/refund.ts'

export type OrderPageProps = {
  order: Order
  requests: OrderRequest[]
  refunds: Refund[]
  papers: Invoices
  hasInvoice: boolean
  /** Null unless the reader may still pay the order. */
  payment: OpenPaymentFacts | null
  /** False for an admin, who cannot ask for a cancellation or refund. */
  isOwn: boolean
  asking: Asking | null
  answer: AskAnswer | undefined
}

export function OrderPage(props: OrderPageProps) {
  const { order, requests, refunds, asking, answer, isOwn } = props
  const isLive = useLiveOrder(order.id)
  return (
    <>
      <title>{`Order ${shortId(order.id)}`}</title>
      <OrderTop {...props} isLive={isLive} />
      <div className="wrap pt-[clamp(2rem,4vw,4rem)] pb-section">
        <TwoColumns aside={<OrderPanel {...props} />}>
          <OrderRequests requests={requests} refunds={refunds} />
          <OrderHistory events={order.events} isOwn={isOwn} />
          <OrderFacts order={order} />
          <NeedHelp />
        </TwoColumns>
      </div>
      {isOwn && asking && <OrderRequestForm order={order} asking={asking} answer={answer} />}
    </>
  )
}

function OrderTop({ order, requests, payment, isOwn, isLive }: OrderPageProps & { isLive: boolean }) {
  return (
    <div className="order-band">
      <div className="wrap pt-2 pb-8 md:pb-12">
        <Link
          to="/orders"
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-sm hover:underline"
        >
          <Icon name="arrow-left" size="s" />
          Back to Orders
        </Link>
        <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2">
          <h1 className="display text-4xl">Order {shortId(order.id)}</h1>
          <span role="status">
            <StatusBadge status={order.status} />
          </span>
        </div>
        <p className="numeric mt-3 text-lg">Placed {formatDayAndTime(order.createdAt)}</p>
        {payment && <PayNow orderId={order.id} total={order.total} payment={payment} />}
        {order.status === 'cancelled' ? <Cancelled /> : <Tracker order={order} />}
        <p className="mt-3 text-sm">
          {isLive ? 'This page updates by itself.' : 'Reload this page to see the latest.'}
        </p>
        <OrderActions order={order} requests={requests} isOwn={isOwn} />
      </div>
    </div>
  )
}

function Cancelled() {
  return (
    <Banner tone="danger" icon="circle-x" live={false} className="mt-8">
      This order has been cancelled. If you have any questions, please contact our support team.
    </Banner>
  )
}

function OrderPanel({ order, papers, hasInvoice }: OrderPageProps) {
  return (
    <SidePanel title="In this order">
      <div className="mt-4">
        <OrderLines lines={reviewableLines(order, 'No longer in the shop')} />
      </div>
      <Totals quote={order} discountLabel={order.discountLabel} className="mt-5" />
      <OrderInvoices orderId={order.id} papers={papers} hasInvoice={hasInvoice} />
    </SidePanel>
  )
}

function NeedHelp() {
  return (
    <section className="mt-10 rounded-xs bg-surface-sunk p-6">
      <h2 className="display text-xl">Need Help?</h2>
      <p className="mt-2 text-ink-soft">Something missing, broken or late? Write to us and name the order.</p>
      <ButtonLink to="/contact" look="line" size="sm" icon="mail" className="mt-4">
        Contact Support
      </ButtonLink>
    </section>
  )
}

/** The order's events and who caused them, latest first; staff are not named. */
function OrderHistory({ events, isOwn }: { events: OrderEvent[]; isOwn: boolean }) {
  const brand = useRootData()?.brand ?? 'The shop'
  const customer = isOwn ? 'You' : 'Customer'
  return (
    <section>
      <h2 className="display text-2xl">Every stop</h2>
      <ol className="mt-3 border-ink border-t-2">
        {events.toReversed().map((event) => (
          <li key={event.id} className="grid gap-x-4 border-line border-b py-3 md:grid-cols-[12rem_1fr]">
            <time dateTime={event.createdAt.toISOString()} className="numeric text-ink-soft text-sm">
              {formatDayAndTime(event.createdAt)}
            </time>
            <span>
              {eventText(event)}
              <span className="text-ink-soft text-sm">, {event.by === 'customer' ? customer : brand}</span>
              {event.note && <span className="block text-ink-soft text-sm">{event.note}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function OrderFacts({ order }: { order: Order }) {
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

type PayNowProps = { orderId: string; total: Money; payment: OpenPaymentFacts }

/** A link with a full page load: only the payment page's policy allows posts to the provider. */
function PayNow({ orderId, total, payment }: PayNowProps) {
  const { failureReason, holdUntil } = payment
  return (
    <Banner tone={failureReason ? 'danger' : 'warning'} live={false} className="mt-8">
      {failureReason ? paymentFailed(failureReason) : 'This order is not paid yet.'} The goods are kept for
      you until <span className="numeric">{formatDayAndTime(holdUntil)}</span>.
      <span className="mt-3 block">
        <a href={`/checkout/pay/${orderId}`} className={buttonClass({ size: 'sm' })}>
          Pay now <span className="numeric">{formatAmount(total)}</span>
        </a>
      </span>
    </Banner>
  )
}
