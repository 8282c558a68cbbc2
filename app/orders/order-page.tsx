import { AddressText } from '#app/account/address-values.tsx'
import { useRootData } from '#app/frame/use-root-data.ts'
import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import type { FormAnswer } from '#app/kit/form-fields.ts'
import { Totals } from '#app/kit/totals.tsx'
import { SidePanel, TwoColumns } from '#app/kit/two-columns.tsx'
import { type Asking, OrderRequestForm } from '#app/orders/order-actions.tsx'
import { type Invoices, OrderInvoices } from '#app/orders/order-invoices.tsx'
import { OrderLines, reviewableLines } from '#app/orders/order-lines.tsx'
import { FactRows } from '#app/orders/order-parts.tsx'
import { OrderTop } from '#app/orders/order-top.tsx'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { formatDay, formatDayAndTime } from '#shop/kernel/time.ts'
import { type Order, type OrderEvent, paymentWords } from '#shop/orders/order.ts'
import { type OrderRequest, requestText } from '#shop/orders/request.ts'
import { eventText } from '#shop/orders/tracker.ts'
import type { OpenPaymentFacts } from '#shop/payments/intent.ts'
import { PAYMENT_METHOD_NAMES } from '#shop/payments/payment.ts'
import type { Refund, RefundStatus } from '#shop/payments/refund.ts'

const TONES = { open: 'warning', approved: 'positive', declined: 'info' } as const

const KIND_NAMES = { cancellation: 'Cancellation', refund: 'Refund' } as const

const STATES = {
  open: 'requested. We’ll reply within 48 hours.',
  approved: 'approved.',
  declined: 'request declined.',
} as const

const REFUNDS: Record<RefundStatus, { tone: 'info' | 'positive' | 'warning'; text: string }> = {
  requested: { tone: 'info', text: 'is on its way to the bank.' },
  done: { tone: 'positive', text: 'has been sent. Banks usually show it 5 to 7 working days later.' },
  by_hand: {
    tone: 'info',
    text: 'is paid to the bank account or UPI address that you name. We write to you about it.',
  },
  refused: { tone: 'warning', text: 'was refused by the bank. We look into it and write to you.' },
}

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
  answer: FormAnswer<never> | undefined
}

export function OrderPage(props: OrderPageProps) {
  const { order, requests, refunds, asking, answer, isOwn } = props
  return (
    <>
      <title>{`Order ${shortId(order.id)}`}</title>
      <OrderTop {...props} />
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

/** The customer's requests, the decisions, and the state of refunds. */
function OrderRequests({ requests, refunds }: { requests: OrderRequest[]; refunds: Refund[] }) {
  if (requests.length === 0 && refunds.length === 0) return null
  return (
    <section className="mb-10 grid gap-3">
      <h2 className="sr-only">Requests and refunds</h2>
      {requests.map((request) => (
        <Banner
          key={request.id}
          tone={TONES[request.status]}
          live={false}
          title={`${KIND_NAMES[request.kind]} ${STATES[request.status]}`}
        >
          {request.amount !== null && `${formatAmount(request.amount)}. `}
          {request.answer ?? requestText(request)} ({formatDay(request.decidedAt ?? request.requestedAt)})
        </Banner>
      ))}
      {refunds.map((refund) => (
        <Banner
          key={refund.id}
          tone={REFUNDS[refund.status].tone}
          live={false}
          title={`Refund of ${formatAmount(refund.amount)}`}
        >
          {REFUNDS[refund.status].text}
        </Banner>
      ))}
    </section>
  )
}
