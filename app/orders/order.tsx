import { data, redirect } from 'react-router'
import { AddressText } from '#app/account/address-values.tsx'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { useRootData } from '#app/frame/use-root-data.ts'
import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { type FormAnswer, readFields } from '#app/kit/form-fields.ts'
import { SidePanel, Totals, TwoColumns } from '#app/kit/totals.tsx'
import { type OrderDialog, OrderRequestForm } from '#app/orders/order-actions.tsx'
import { type Invoices, OrderInvoices } from '#app/orders/order-invoices.tsx'
import { OrderLines, reviewableLines } from '#app/orders/order-lines.tsx'
import { FactRows, OrderNotFound } from '#app/orders/order-parts.tsx'
import { OrderTop } from '#app/orders/order-top.tsx'
import { requestContext, shopCtx } from '#app/request/context.server.ts'
import { formOf, invalid, refused, refusedBy } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { waitForOrder } from '#app/request/rate-limit.server.ts'
import { hasInvoice, invoicesOfOrder } from '#shop/invoices/invoices.read.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { isUuid, shortId } from '#shop/kernel/ids.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { formatDay, formatDayAndTime } from '#shop/kernel/time.ts'
import { cancelOrder } from '#shop/orders/cancel-order.ts'
import { cancellationInput, refundRequestInput } from '#shop/orders/input.ts'
import { canBePaid, canSeeOrder, type Order, type OrderEvent, paymentWords } from '#shop/orders/order.ts'
import { orderPath } from '#shop/orders/order-paths.ts'
import { findOrder, requestsOfOrder } from '#shop/orders/orders.read.ts'
import { type OrderRequest, requestText } from '#shop/orders/request.ts'
import { requestOrderRefund } from '#shop/orders/request-refund.ts'
import { eventText } from '#shop/orders/tracker.ts'
import type { OpenPaymentFacts } from '#shop/payments/intent.ts'
import { PAYMENT_METHOD_NAMES } from '#shop/payments/payment.ts'
import { openPaymentOf } from '#shop/payments/payments.read.ts'
import type { Refund, RefundStatus } from '#shop/payments/refund.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import type { Route } from './+types/order.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  access: { at: '/orders/{order}', get: [200, 200, 404, 200], post: [401, 422, 404, 404] },
}

const ORDER_DIALOGS = ['cancel', 'refund'] as const

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { actor, db, config } = shopCtx(context)
  if (actor.kind === 'visitor') return { state: 'signed-out' } as const
  const order = await findOrder(db, params.id)
  if (!order || !canSeeOrder(actor, order)) return data({ state: 'not-found' } as const, { status: 404 })
  const isOwn = isSelf(actor, order.userId)
  const [requests, refunds, papers, payment] = await Promise.all([
    requestsOfOrder(db, order.id),
    refundsOfOrder(db, order.id),
    invoicesOfOrder(db, order.id),
    canBePaid(order) && isOwn ? openPaymentOf(db, order.id) : null,
  ])
  const asked = new URL(request.url).searchParams.get('ask')
  return {
    state: 'found',
    order,
    requests,
    refunds,
    papers,
    hasInvoice: await hasInvoice(db, order, config.isDemo),
    payment,
    isOwn,
    openDialog: ORDER_DIALOGS.find((one) => one === asked) ?? null,
  } as const
}

/** Posts a cancellation or refund request; a refusal shows in the dialog and keeps the typed text. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const requestState = context.get(requestContext)
  const { ctx } = requestState
  const form = await formOf(request)
  const orderId = params.id.toLowerCase()
  if (!isUuid(orderId)) throw data(null, { status: 404 })
  const path = orderPath(orderId)
  // Whose order it is comes before the form's problems.
  if (ctx.actor.kind === 'visitor') return refusal(form, 'signed_out')
  const order = await findOrder(ctx.db, orderId)
  if (!order || !isSelf(ctx.actor, order.userId)) return refusal(form, 'order_not_found')
  if (form.get('intent') === 'cancel') {
    const sent = readFields(cancellationInput, form)
    if (!sent.ok) return invalid(sent)
    const wait = await waitForOrder(request, requestState, 'cancel', ctx.actor.id)
    if (wait) {
      const message = `You have cancelled many orders in a short time. ${wait.words}`
      return refused(form, message, 429, wait.headers)
    }
    const outcome = await cancelOrder(ctx, { orderId, ...sent.value })
    return outcome.ok ? redirect(path, 303) : refusal(form, outcome.reason)
  }
  const sent = readFields(refundRequestInput, form)
  if (!sent.ok) return invalid(sent)
  const outcome = await requestOrderRefund(ctx, { orderId, ...sent.value })
  return outcome.ok ? redirect(path, 303) : refusal(form, outcome.reason)
}

/** Keeps the action's Retry-After. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

type Reason = 'signed_out' | 'order_not_found' | 'not_cancellable' | 'not_delivered' | 'refund_granted'

const NOT_CANCELLABLE = 'This order can no longer be cancelled. Its status has changed in the meantime.'

function refusal(form: FormData, reason: Reason) {
  return refusedBy({ reason }, form, reason === 'not_cancellable' ? NOT_CANCELLABLE : undefined)
}

export default function OrderRoute({ loaderData, actionData, params }: Route.ComponentProps) {
  if (loaderData.state === 'found') return <OrderPage {...loaderData} answer={actionData} />
  if (loaderData.state === 'not-found')
    return <OrderNotFound link={{ to: '/orders', label: 'View all orders' }} />
  return (
    <>
      <title>Please sign in</title>
      <SignInPrompt title="Please sign in" returnTo={orderPath(params.id)}>
        Please sign in to see this order.
      </SignInPrompt>
    </>
  )
}

type OrderPageProps = {
  order: Order
  requests: OrderRequest[]
  refunds: Refund[]
  papers: Invoices
  hasInvoice: boolean
  /** Null unless the reader may still pay the order. */
  payment: OpenPaymentFacts | null
  /** False for an admin, who cannot ask for a cancellation or refund. */
  isOwn: boolean
  openDialog: OrderDialog | null
  answer: FormAnswer<never> | undefined
}

function OrderPage(props: OrderPageProps) {
  const { order, requests, refunds, openDialog, answer, isOwn } = props
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
      {isOwn && openDialog && <OrderRequestForm order={order} openDialog={openDialog} answer={answer} />}
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
