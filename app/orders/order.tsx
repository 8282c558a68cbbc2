import type { ReactNode } from 'react'
import { data } from 'react-router'
import { AddressText } from '#app/account/address-values.tsx'
import { PageTitle } from '#app/frame/page-head.tsx'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { useRootData } from '#app/frame/use-root-data.ts'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import type { FormAnswer } from '#app/kit/form-fields.ts'
import { TwoColumns } from '#app/kit/totals.tsx'
import { handleOrderForm } from '#app/orders/order-actions.server.ts'
import { canAskForRefund, canCancel, OrderRequestForm, type RefundsEnd } from '#app/orders/order-actions.tsx'
import { OrderInvoices } from '#app/orders/order-invoices.tsx'
import { OrderPanel, reviewableLines } from '#app/orders/order-lines.tsx'
import { FactRows, OrderNotFound } from '#app/orders/order-parts.tsx'
import { OrderTop } from '#app/orders/order-top.tsx'
import { RefundAccountForm } from '#app/orders/refund-account.tsx'
import { RequestPhotos } from '#app/orders/request-photos.tsx'
import { CashDialog } from '#app/orders/unpaid-order.tsx'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordView } from '#shop/audit/record-access.ts'
import { businessText } from '#shop/customers/address.ts'
import { invoicesOfOrder } from '#shop/invoices/invoices.read.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { addDays, dayInWords, dayOf } from '#shop/kernel/day.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { formatDay, formatDayAndTime } from '#shop/kernel/time.ts'
import { deliveryEstimate } from '#shop/orders/delivery-estimate.ts'
import { canSeeOrder, type Order, type OrderEvent, paymentWords } from '#shop/orders/order.ts'
import { contactPath, orderPath } from '#shop/orders/order-paths.ts'
import { findOrder, photosOfOrder, requestsOfOrder } from '#shop/orders/orders.read.ts'
import {
  answerDay,
  deliveredAt,
  isStartedByShop,
  itemsText,
  type OrderRequest,
  refundRequestsEnd,
  replacementItems,
  requestName,
  requestText,
} from '#shop/orders/request.ts'
import { eventText } from '#shop/orders/tracker.ts'
import { findUnpaidOrder } from '#shop/orders/unpaid-orders.read.ts'
import { PAYMENT_METHOD_NAMES } from '#shop/payments/payment.ts'
import type { RefundStatus } from '#shop/payments/refund.ts'
import { isPaidByHand, payoutText } from '#shop/payments/refund-account.ts'
import { refundAccountHints, takesRefundAccount } from '#shop/payments/refund-accounts.read.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import type { Route } from './+types/order.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  access: {
    at: '/orders/{order}',
    get: [200, 200, 404, 200],
    post: [401, 422, 404, 404],
    staff: 'orders.view',
  },
}

const ORDER_DIALOGS = ['cancel', 'refund', 'cash'] as const

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { ctx, cart } = context.get(requestContext)
  const { actor, db, config, now } = ctx
  if (actor.kind === 'visitor') return { state: 'signed-out' } as const
  const order = await findOrder(db, params.id)
  if (!order || !canSeeOrder(actor, order)) return data({ state: 'not-found' } as const, { status: 404 })
  await recordView(ctx, { entity: 'order', entityId: order.id, personId: order.userId })
  const isOwn = isSelf(actor, order.userId)
  const [requests, refunds, papers, unpaid, cartVersion, accounts, takesAccount] = await Promise.all([
    requestsOfOrder(db, order.id),
    refundsOfOrder(db, order.id),
    invoicesOfOrder(db, order.id),
    isOwn ? findUnpaidOrder(ctx, order.id) : null,
    isOwn ? cart.readVersion() : '',
    isOwn ? refundAccountHints(db, [order.id]) : null,
    isOwn ? takesRefundAccount(db, order.id) : false,
  ])
  const dialog = new URL(request.url).searchParams.get('ask')
  return {
    state: 'found',
    order,
    requests,
    photos: await photosOfOrder(db, order.id),
    refunds,
    payout: { account: accounts?.get(order.id) ?? null, days: config.refundDays },
    takesAccount,
    papers,
    unpaid,
    cartVersion,
    refundsEnd: refundsEndOf(order, now),
    estimate: deliveryEstimate(order, config.deliveryTimes, now),
    isOwn,
    openDialog: ORDER_DIALOGS.find((name) => name === dialog) ?? null,
  } as const
}

/** Returns the end of the days for refund requests; null if the order is not delivered. */
function refundsEndOf(order: Order, now: Date): RefundsEnd | null {
  const delivered = deliveredAt(order)
  if (!delivered) return null
  const end = refundRequestsEnd(delivered)
  return { lastDay: addDays(dayOf(end), -1), isOver: now >= end }
}

export function action({ params, request, context }: Route.ActionArgs) {
  return handleOrderForm(request, context.get(requestContext), params.id)
}

export const shouldRevalidate = afterRefusal

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

export default function OrderRoute({ loaderData, actionData, params }: Route.ComponentProps) {
  if (loaderData.state === 'found') return <OrderPage {...loaderData} answer={actionData} />
  if (loaderData.state === 'not-found')
    return <OrderNotFound link={{ to: '/orders', label: 'View all orders' }} />
  return <SignInPrompt returnTo={orderPath(params.id)}>Please sign in to see this order.</SignInPrompt>
}

type OrderPageProps = Extract<Route.ComponentProps['loaderData'], { state: 'found' }> & {
  answer: FormAnswer<never> | undefined
}

function OrderPage(props: OrderPageProps) {
  const { order, requests, photos, refunds, payout, takesAccount, openDialog, answer, isOwn } = props
  const dialog = openDialogOf(props)
  const refusal = answer && !answer.ok && answer.values.intent !== 'account' ? answer.message : null
  return (
    <>
      <PageTitle>{`Order ${shortId(order.id)}`}</PageTitle>
      <OrderTop {...props} refusal={dialog ? null : refusal} />
      <div className="wrap pt-[clamp(2rem,4vw,4rem)] pb-section">
        <TwoColumns
          aside={
            <OrderPanel
              lines={reviewableLines(order, 'No longer in the shop')}
              quote={order}
              discountLabel={order.discountLabel}
            >
              <OrderInvoices {...props} />
            </OrderPanel>
          }
        >
          <OrderRequests {...{ order, requests, photos, refunds, payout }}>
            {takesAccount && !openDialog && (
              <RefundAccountForm
                orderId={order.id}
                account={payout.account}
                isApproved={refunds.some(isPaidByHand)}
                answer={answer}
              />
            )}
          </OrderRequests>
          <OrderHistory events={order.events} isOwn={isOwn} />
          <OrderFacts order={order} />
          <section className="mt-10 rounded-xs bg-surface-sunk p-6 print:hidden">
            <h2 className="display text-xl">Need Help?</h2>
            <p className="mt-2 text-ink-soft">
              Something missing, broken or late? Write to us about this order.
            </p>
            <ButtonLink to={contactPath(order.id)} look="line" size="sm" icon="mail" className="mt-4">
              Contact Support
            </ButtonLink>
          </section>
        </TwoColumns>
      </div>
      {dialog}
    </>
  )
}

/**
 * Returns the dialog that the URL names. Null unless the reader is the order's customer, and the order allows it or a
 * refusal is shown.
 */
function openDialogOf({ order, requests, unpaid, isOwn, refundsEnd, openDialog, answer }: OrderPageProps) {
  if (!isOwn || !openDialog || (openDialog === 'refund' && refundsEnd?.isOver)) return null
  if (unpaid?.state === 'confirming') return null
  if (openDialog === 'cancel' && !answer && !canCancel(order, requests)) return null
  if (openDialog === 'refund' && !answer && !canAskForRefund(order, requests)) return null
  if (openDialog !== 'cash')
    return <OrderRequestForm {...{ order, openDialog, answer }} requestCount={requests.length} />
  return unpaid?.state === 'open' ? <CashDialog order={unpaid} answer={answer} /> : null
}

/** Lists the order's events, latest first, with the person who caused each. Staff are shown as the shop. */
function OrderHistory({ events, isOwn }: { events: OrderEvent[]; isOwn: boolean }) {
  const brand = useRootData()?.brand ?? 'The shop'
  const customer = isOwn ? 'You' : 'Customer'
  return (
    <section>
      <h2 className="display text-2xl">Every stop</h2>
      <ol className="mt-3 border-ink border-t-2">
        {[...events].reverse().map((event) => (
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
    ...(order.business ? [{ label: 'Invoice to', value: businessText(order.business) }] : []),
  ]
  return (
    <section className="mt-10">
      <h2 className="display mb-3 text-2xl">Payment and delivery</h2>
      <FactRows facts={facts} />
    </section>
  )
}

const TONES = { open: 'warning', approved: 'positive', declined: 'info' } as const

function requestTitle(request: OrderRequest, events: OrderEvent[]): string {
  const name = requestName(request)
  if (request.status === 'approved') return `${name} approved.`
  if (isStartedByShop(request, events))
    return request.status === 'open' ? 'We’ve started a refund.' : 'The refund we started was not made.'
  if (request.status === 'declined') return `${name} request declined.`
  return `${name} requested. We’ll look at it and write to you by ${dayInWords(answerDay(request))}.`
}

const REFUND_TONES: Record<RefundStatus, 'info' | 'positive' | 'warning'> = {
  requested: 'info',
  done: 'positive',
  by_hand: 'info',
  refused: 'warning',
}

type OrderRequestsProps = Pick<OrderPageProps, 'order' | 'requests' | 'photos' | 'refunds' | 'payout'> & {
  children: ReactNode
}

function OrderRequests({ order, requests, photos, refunds, payout, children }: OrderRequestsProps) {
  if (requests.length === 0 && refunds.length === 0) return null
  return (
    <section className="mb-10 grid gap-3">
      <h2 className="sr-only">Requests and refunds</h2>
      {requests.map((request) => (
        <Banner
          key={request.id}
          tone={TONES[request.status]}
          live={false}
          title={requestTitle(request, order.events)}
        >
          {request.amount !== null && refunds.length === 0 && `${formatAmount(request.amount)}. `}
          {request.replaced && `${itemsText(replacementItems(order.items, request.replaced))}. `}
          {request.answer ?? requestText(request, isStartedByShop(request, order.events))} (
          {formatDay(request.decidedAt ?? request.requestedAt)})
          <RequestPhotos orderId={request.orderId} requestId={request.id} photos={photos} />
        </Banner>
      ))}
      {refunds.map((refund) => (
        <Banner
          key={refund.id}
          tone={REFUND_TONES[refund.status]}
          live={false}
          title={`Refund of ${formatAmount(refund.amount)}`}
        >
          {payoutText(refund, payout)}
        </Banner>
      ))}
      {children}
    </section>
  )
}
