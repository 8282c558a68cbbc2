import { type ReactNode, useEffect, useState } from 'react'
import { useOrderedCart } from '#app/cart/use-live-cart.ts'
import { CheckoutProgress } from '#app/checkout/checkout-progress.tsx'
import { PageTitle } from '#app/frame/page-head.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink, buttonClass } from '#app/kit/button.tsx'
import { TwoColumns } from '#app/kit/totals.tsx'
import { OrderPanel, orderLines } from '#app/orders/order-lines.tsx'
import { ConfirmingText, OtherWays, UnpaidNotice } from '#app/orders/unpaid-order.tsx'
import { useLiveOrder, useRefreshAt, useSteadyRefresh } from '#app/orders/use-live-order.ts'
import { HOUR_MS, MINUTE_MS } from '#shop/kernel/duration.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount, subtract } from '#shop/kernel/money.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { Order, UnpaidOrder } from '#shop/orders/order.ts'
import { orderPath, payPath } from '#shop/orders/order-paths.ts'
import type { HostedPage } from '#shop/payment-gateway.ts'
import { paymentFailed } from '#shop/payments/intent.ts'
import type { Quote } from '#shop/pricing/quote.ts'

const POLL_MS = 4_000

/** Shown if the provider cannot be reached. The order stays, and the link reloads the page. */
export function ProviderUnavailable({ orderId, link }: { orderId: string; link: string | null }) {
  return (
    <div className="wrap pt-8 pb-section">
      <PageTitle>Payment</PageTitle>
      <h1 className="display mb-6 text-3xl">Payment</h1>
      <Banner tone="warning">
        We can’t reach the payment provider right now. Your order is placed and you have not been charged;
        please try again in a minute.
      </Banner>
      <div className="mt-6 flex flex-wrap gap-3">
        <a href={payPath(orderId, link)} className={buttonClass({})}>
          Try again
        </a>
        {link === null && (
          <ButtonLink to={orderPath(orderId)} look="line">
            See the order
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

/** 'used': the link worked only once, and was used. */
export type LinkEnd = 'paid' | 'cash' | 'over' | 'used'

const END_TEXTS: Record<LinkEnd, string> = {
  paid: 'Thank you. Nothing more is to be paid.',
  cash: 'It is paid in cash when the parcel arrives. Nothing can be paid with this link any more.',
  over: 'Nothing more can be paid with it. If you still want the order, please call or write to us.',
  used: 'It works once, for a few minutes. Please go back to the app and open the payment again.',
}

/** Shown for a payment link that was used, or whose order is paid, paid on delivery or released. */
export function LinkEnded({ orderId, reason }: { orderId: string; reason: LinkEnd }) {
  const name = `Order ${shortId(orderId)} is paid`
  const title =
    reason === 'paid' ? name : reason === 'cash' ? `${name} on delivery` : 'This payment link has ended'
  return (
    <div className="wrap pt-8 pb-section">
      <title>{title}</title>
      <h1 className="display mb-6 text-3xl">{title}</h1>
      <p className="max-w-read">{END_TEXTS[reason]}</p>
      <ButtonLink to="/contact" look="line" className="mt-6">
        Contact us
      </ButtonLink>
    </div>
  )
}

export type Bill = Pick<Order, 'id' | 'items'> & Quote

type PaymentPageProps = {
  bill: Bill
  /** Milliseconds until the page's data reload; null: no reload. */
  msLeft: number | null
  /** Milliseconds between checks of the payment's outcome; null: no checks. */
  pollMs: number | null
  children: ReactNode
}

/** The frame of the page. Refreshes when the order is paid, cancelled or changed to cash in another tab or device. */
function PaymentPage({ bill, msLeft, pollMs, children }: PaymentPageProps) {
  const { refresh, isOffline } = useSteadyRefresh()
  useOrderedCart()
  useLiveOrder(bill.id, refresh)
  useRefreshAt(msLeft, refresh)
  useEffect(() => {
    if (pollMs === null) return
    const timer = setInterval(refresh, pollMs)
    return () => clearInterval(timer)
  }, [pollMs, refresh])
  useEffect(() => {
    // Going back from the provider's page may show an old copy from the back-forward cache.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && refresh()
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [refresh])
  return (
    <div className="wrap pb-section">
      <PageTitle>Payment</PageTitle>
      <CheckoutProgress step="payment" />
      <TwoColumns
        aside={<OrderPanel lines={orderLines(bill.items, 'Product no longer available')} quote={bill} />}
      >
        <h1 className="display mb-6 text-3xl">Pay for order {shortId(bill.id)}</h1>
        {children}
        <p role="status" className="mt-4 text-ink-soft text-sm">
          {isOffline && 'You’re offline. This page continues by itself once you’re connected.'}
        </p>
      </TwoColumns>
    </div>
  )
}

type WaitingPageProps = { bill: Bill; unpaid: UnpaidOrder; link: string | null }

export function WaitingPage({ bill, unpaid, link }: WaitingPageProps) {
  const isConfirming = unpaid.state === 'confirming'
  return (
    <PaymentPage bill={bill} msLeft={unpaid.msLeft} pollMs={isConfirming ? POLL_MS : null}>
      {isConfirming ? (
        <Banner tone="info">
          <ConfirmingText />{' '}
          <a href={payPath(bill.id, link)} className="link">
            Check again
          </a>
        </Banner>
      ) : (
        <div role="status">
          <UnpaidNotice order={unpaid} isSignedIn={link === null} />
        </div>
      )}
      {link === null && (
        <ButtonLink to={orderPath(bill.id)} look="line" className="mt-6">
          See the order
        </ButtonLink>
      )}
    </PaymentPage>
  )
}

type PayPageProps = {
  bill: Bill
  unpaid: UnpaidOrder
  hosted: HostedPage
  isSandbox: boolean
  link: string | null
}

export function PayPage(props: PayPageProps) {
  const { failureReason, msLeft } = props.unpaid
  return (
    <PaymentPage bill={props.bill} msLeft={msLeft} pollMs={null}>
      {failureReason && (
        <Banner tone="danger" className="mb-6">
          {paymentFailed(failureReason)}
        </Banner>
      )}
      <PayForm {...props} />
    </PaymentPage>
  )
}

function PayForm({ bill, unpaid, hosted, isSandbox, link }: PayPageProps) {
  const { holdUntil, failureReason, msLeft } = unpaid
  return (
    <>
      <p className="max-w-read">
        {isSandbox
          ? 'No payment provider is connected to this shop. This is a test payment: no money moves and you don’t need a card.'
          : 'You pay on the secure page of Razorpay, by card, UPI or netbanking, and come back here.'}{' '}
        Your order is placed
        {holdUntil && (
          <>
            ; its goods are kept for you until{' '}
            <time dateTime={holdUntil.toISOString()} className="numeric">
              {formatDayAndTime(holdUntil)}
            </time>
          </>
        )}
        .
        {unpaid.total < bill.total && ` ${formatAmount(subtract(bill.total, unpaid.total))} is paid already.`}
      </p>
      {msLeft !== null && msLeft < HOUR_MS && <TimeLeft msLeft={msLeft} />}
      <form method="post" action={payPath(bill.id, link)} className="mt-6">
        {Object.entries(hosted.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button icon="lock">
          {failureReason ? 'Pay again' : 'Pay'} {formatAmount(unpaid.total)}
        </Button>
      </form>
      {link === null && (
        <div className="mt-4 flex flex-wrap gap-3">
          <OtherWays order={unpaid} />
          <ButtonLink to={orderPath(bill.id)} look="line" size="sm">
            See the order
          </ButtonLink>
        </div>
      )}
    </>
  )
}

const minutesOf = (ms: number) => Math.max(1, Math.ceil(ms / MINUTE_MS))
/** When this many minutes are left, screen readers announce it. */
const ANNOUNCED_MINUTES = [5, 1]

/** Shows the minutes left to pay. Screen readers skip them while the status announces the same minutes. */
function TimeLeft({ msLeft }: { msLeft: number }) {
  const [minutes, setMinutes] = useState(minutesOf(msLeft))
  useEffect(() => {
    // Only a difference of times is used, which is right even if the phone's clock is wrong.
    const end = Date.now() + msLeft
    const timer = setInterval(() => setMinutes(minutesOf(end - Date.now())), 1_000)
    return () => clearInterval(timer)
  }, [msLeft])
  const text = minutes === 1 ? 'less than a minute' : `${minutes} minutes`
  const isAnnounced = ANNOUNCED_MINUTES.includes(minutes)
  return (
    <>
      <p className="mt-3" aria-hidden={isAnnounced}>
        Time left to pay: <b className="numeric">{text}</b>
      </p>
      <p role="status" className="sr-only">
        {isAnnounced && `${text} left to pay`}
      </p>
    </>
  )
}
