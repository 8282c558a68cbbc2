import { Banner } from '#app/kit/banner.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { Link, TextLink } from '#app/kit/link.tsx'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { classNames, VisuallyHidden } from '#app/kit/text.tsx'
import { OrderActions, type RefundsEnd } from '#app/orders/order-actions.tsx'
import { StatusBadge } from '#app/orders/order-parts.tsx'
import { OrderAgain, UnpaidNotice } from '#app/orders/unpaid-order.tsx'
import { useLiveOrder, useSteadyRefresh } from '#app/orders/use-live-order.ts'
import { type Day, dayInWords } from '#shop/kernel/day.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { type DeliveryEstimate, estimateText } from '#shop/orders/delivery-estimate.ts'
import { ORDER_STEPS, type Order, orderStep, type UnpaidOrder } from '#shop/orders/order.ts'
import { contactPath } from '#shop/orders/order-paths.ts'
import type { OrderRequest } from '#shop/orders/request.ts'
import { type TrackerStep, trackerSteps } from '#shop/orders/tracker.ts'

const PICTURES: Record<TrackerStep['name'], string> = {
  'Order Placed': '/illustrations/work-pay.svg',
  Processing: '/illustrations/work-box.svg',
  Shipped: '/illustrations/work-truck.svg',
  Delivered: '/illustrations/bowl-served.svg',
}

function Tracker({ order, estimate }: Pick<OrderTopProps, 'order' | 'estimate'>) {
  const reached = orderStep(order.status)
  return (
    <div className="mt-9 overflow-hidden rounded-xs bg-surface-raised">
      <ol className="tracker" aria-label="Order progress">
        {trackerSteps(order).map((step, index) => (
          <StepTile
            key={step.name}
            step={step}
            number={index + 1}
            by={step.name === 'Delivered' && estimate && !estimate.isLate ? estimate.by : null}
          />
        ))}
      </ol>
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={ORDER_STEPS.length}
        aria-valuenow={reached}
        aria-valuetext={`Step ${reached} of ${ORDER_STEPS.length}: ${ORDER_STEPS[reached - 1]}`}
        className="tracker-bar"
      >
        <div style={{ width: `${(reached / ORDER_STEPS.length) * 100}%` }} />
      </div>
    </div>
  )
}

const STATE_TEXT = { done: 'Done', skipped: '', now: 'Now here', next: 'Still to come' } as const

type StepTileProps = { step: TrackerStep; number: number; by: Day | null }

function StepTile({ step: { name, state, at }, number, by }: StepTileProps) {
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
        ) : by ? (
          `By ${dayInWords(by)}`
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
  /** The reader's own order, if it waits for payment or was not paid in time; otherwise null. */
  unpaid: UnpaidOrder | null
  cartVersion: string
  estimate: DeliveryEstimate | null
  refundsEnd: RefundsEnd | null
  isOwn: boolean
  /** The reason why the last action was refused, unless a dialog shows it. */
  refusal: string | null
}

export function OrderTop(props: OrderTopProps) {
  const { order, requests, unpaid, cartVersion, estimate, refundsEnd, isOwn, refusal } = props
  const { refresh } = useSteadyRefresh()
  const isLive = useLiveOrder(order.id, refresh)
  return (
    <div className="order-band">
      <div className="wrap pt-2 pb-8 md:pb-12">
        <Link
          to="/orders"
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-sm hover:underline print:hidden"
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
        {estimate && <ExpectedDelivery orderId={order.id} estimate={estimate} />}
        {refusal && (
          <Banner tone="danger" className="mt-6">
            {refusal}
          </Banner>
        )}
        {unpaid && <UnpaidNotice order={unpaid} canCancel={false} className="mt-8" />}
        {order.status === 'cancelled' ? (
          <Banner tone="danger" icon={phoneIcons.circleX} live={false} className="mt-8">
            This order has been cancelled. If you have any questions, please{' '}
            <TextLink to={contactPath(order.id)}>contact our support team</TextLink>.
          </Banner>
        ) : (
          <Tracker order={order} estimate={estimate} />
        )}
        <p className="mt-3 text-sm print:hidden">
          {isLive ? 'This page updates by itself.' : 'Reload this page to see the latest.'}
        </p>
        <OrderActions
          {...{ order, requests, refundsEnd, isOwn }}
          isBeingPaid={unpaid?.state === 'confirming'}
        />
        {isOwn && !unpaid && <OrderAgain orderId={order.id} cart={cartVersion} className="mt-3" />}
      </div>
    </div>
  )
}

function ExpectedDelivery({ orderId, estimate }: { orderId: string; estimate: DeliveryEstimate }) {
  if (!estimate.isLate) return <p className="mt-1 font-semibold text-lg">{estimateText(estimate)}</p>
  return (
    <Banner tone="warning" live={false} className="mt-6">
      {estimateText(estimate)} <TextLink to={contactPath(orderId)}>Ask us where it is</TextLink>
    </Banner>
  )
}
