import { Link } from 'react-router'
import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink } from '#app/kit/button-link.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { Totals } from '#app/kit/totals.tsx'
import { SidePanel, TwoColumns } from '#app/kit/two-columns.tsx'
import { OrderActions } from '#app/orders/order-actions.tsx'
import { OrderFacts } from '#app/orders/order-facts.tsx'
import { OrderHistory } from '#app/orders/order-history.tsx'
import { type Invoices, OrderInvoices } from '#app/orders/order-invoices.tsx'
import { OrderLines } from '#app/orders/order-lines.tsx'
import { type AskAnswer, type Asking, OrderRequestForm } from '#app/orders/order-request-form.tsx'
import { OrderRequests } from '#app/orders/order-requests.tsx'
import { PayNow } from '#app/orders/pay-now.tsx'
import { reviewableLines } from '#app/orders/shown-lines.ts'
import { StatusBadge } from '#app/orders/status-badge.tsx'
import { Tracker } from '#app/orders/tracker.tsx'
import { useLiveOrder } from '#app/orders/use-live-order.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { Order } from '#shop/orders/order.ts'
import type { OrderRequest } from '#shop/orders/request.ts'
import type { OpenPaymentFacts } from '#shop/payments/intent.ts'
import type { Refund } from '#shop/payments/refund.ts'

export type OrderPageProps = {
  order: Order
  requests: OrderRequest[]
  refunds: Refund[]
  papers: Invoices
  hasInvoice: boolean
  /** Of an order that its reader may still pay. */
  payment: OpenPaymentFacts | null
  /** False for an admin who looks at a customer's order: asking is the customer's. */
  isOwn: boolean
  asking: Asking | null
  answer: AskAnswer | undefined
}

/** One order: where it stands, what is in it, where it goes, every stop on the way, and what can be asked for. */
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
