import { useEffect, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { Banner } from '#app/kit/banner.tsx'
import { buttonClass } from '#app/kit/button.tsx'
import { classNames } from '#app/kit/class-names.ts'
import { Icon } from '#app/kit/icon.tsx'
import { ProductPicture } from '#app/kit/product-picture.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { OrderActions } from '#app/orders/order-actions.tsx'
import { StatusBadge } from '#app/orders/order-parts.tsx'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount, type Money } from '#shop/kernel/money.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { ORDER_STEPS, type Order, orderStep } from '#shop/orders/order.ts'
import { paymentPath } from '#shop/orders/order-paths.ts'
import type { OrderRequest } from '#shop/orders/request.ts'
import { type TrackerStep, trackerSteps } from '#shop/orders/tracker.ts'
import { type OpenPaymentFacts, paymentFailed } from '#shop/payments/intent.ts'

const PICTURES: Record<TrackerStep['name'], string> = {
  'Order Placed': '/illustrations/work-pay.svg',
  Processing: '/illustrations/work-box.svg',
  Shipped: '/illustrations/work-truck.svg',
  Delivered: '/illustrations/bowl-served.svg',
}

/** The four steps of an order and a progress bar. */
function Tracker({ order }: { order: Order }) {
  const step = orderStep(order.status)
  return (
    <div className="mt-9 overflow-hidden rounded-xs bg-surface-raised">
      <ol className="tracker" aria-label="Order progress">
        {trackerSteps(order).map((one, index) => (
          <StepTile key={one.name} step={one} number={index + 1} />
        ))}
      </ol>
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={ORDER_STEPS.length}
        aria-valuenow={step}
        aria-valuetext={`Step ${step} of ${ORDER_STEPS.length}: ${ORDER_STEPS[step - 1]}`}
        className="h-2 bg-surface-sunk"
      >
        <div className="h-full bg-positive" style={{ width: `${(step / ORDER_STEPS.length) * 100}%` }} />
      </div>
    </div>
  )
}

const STATE_TEXT = { done: 'Done', now: 'Now here', next: 'Still to come' } as const

function StepTile({ step: { name, state, at }, number }: { step: TrackerStep; number: number }) {
  return (
    <li
      className={classNames('tracker-step', `tracker-${state}`)}
      aria-current={state === 'now' ? 'step' : undefined}
    >
      <span className="tracker-dot" aria-hidden="true">
        {state === 'done' ? <Icon name="check" size="s" strokeWidth={2.5} /> : number}
      </span>
      <ProductPicture src={PICTURES[name]} alt="" loading="eager" className="tracker-picture" />
      <b className="tracker-name">{name}</b>
      <span className="numeric tracker-time">
        {at ? (
          <>
            <VisuallyHidden>{STATE_TEXT[state]}, </VisuallyHidden>
            {formatDayAndTime(at)}
          </>
        ) : (
          STATE_TEXT[state]
        )}
      </span>
    </li>
  )
}

type OrderTopProps = {
  order: Order
  requests: OrderRequest[]
  /** Null unless the reader may still pay the order. */
  payment: OpenPaymentFacts | null
  isOwn: boolean
}

/** The head of an order's page: status, payment that is open, tracker and actions. It follows the order live. */
export function OrderTop({ order, requests, payment, isOwn }: OrderTopProps) {
  const isLive = useLiveOrder(order.id)
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

type PayNowProps = { orderId: string; total: Money; payment: OpenPaymentFacts }

/** A link with a full page load: only the payment page's policy allows posts to the provider. */
function PayNow({ orderId, total, payment }: PayNowProps) {
  const { failureReason, holdUntil } = payment
  return (
    <Banner tone={failureReason ? 'danger' : 'warning'} live={false} className="mt-8">
      {failureReason ? paymentFailed(failureReason) : 'This order is not paid yet.'} The goods are kept for
      you until <span className="numeric">{formatDayAndTime(holdUntil)}</span>.
      <span className="mt-3 block">
        <a href={paymentPath(orderId)} className={buttonClass({ size: 'sm' })}>
          Pay now <span className="numeric">{formatAmount(total)}</span>
        </a>
      </span>
    </Banner>
  )
}

/**
 * Loads the page's data again on each server-sent event of the order. True while the connection is open. A hidden page
 * closes it, and loads again when it is shown.
 */
function useLiveOrder(orderId: string): boolean {
  const [isLive, setLive] = useState(false)
  const { revalidate } = useRevalidator()
  const refresh = useRef(revalidate)
  refresh.current = revalidate

  useEffect(() => {
    let source: EventSource | null = null
    let wasHidden = false
    const stop = () => {
      source?.close()
      source = null
      setLive(false)
    }
    const start = () => {
      if (document.hidden) {
        wasHidden = true
        return stop()
      }
      if (source) return
      if (wasHidden) void refresh.current()
      source = new EventSource(`/api/orders/${orderId}/events`)
      source.onopen = () => setLive(true)
      source.onerror = () => {
        setLive(false)
        // A final refusal, for example after signing out elsewhere: loading again shows the page for this visitor.
        if (source?.readyState === EventSource.CLOSED) void refresh.current()
      }
      source.addEventListener('order', () => void refresh.current())
    }
    start()
    document.addEventListener('visibilitychange', start)
    return () => {
      document.removeEventListener('visibilitychange', start)
      stop()
    }
  }, [orderId])
  return isLive
}
