import { useState } from 'react'
import { Form } from 'react-router'
import { Banner } from '#app/kit/banner.tsx'
import { Disclosure } from '#app/kit/browser/disclosure.tsx'
import { Button, ButtonLink, buttonClass } from '#app/kit/button.tsx'
import { CloseLink, Dialog } from '#app/kit/dialog.tsx'
import type { FormAnswer } from '#app/kit/form-fields.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { useSubmitting } from '#app/kit/use-submitting.ts'
import { useRefreshAt, useSteadyRefresh } from '#app/orders/use-live-order.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { UnpaidOrder } from '#shop/orders/order.ts'
import { orderPath, paymentPath } from '#shop/orders/order-paths.ts'
import { IF_STILL_TAKEN, paymentFailed } from '#shop/payments/intent.ts'

export function UnpaidOrders({ orders, className }: { orders: UnpaidOrder[]; className: string }) {
  return orders.map((order) => <UnpaidNotice key={order.id} order={order} className={className} />)
}

type UnpaidNoticeProps = {
  order: UnpaidOrder
  className?: string
  /** False if the page already has a button to cancel the order. */
  canCancel?: boolean
  /** False for a payment link, because ordering again needs a session. */
  isSignedIn?: boolean
}

export function UnpaidNotice({ order, className, canCancel = true, isSignedIn = true }: UnpaidNoticeProps) {
  const { id, state } = order
  const { refresh } = useSteadyRefresh()
  useRefreshAt(order.msLeft, refresh)
  const name = `Your order ${shortId(id)}`
  const look = { live: false, ...(className && { className }) }
  if (state === 'confirming') {
    return (
      <Banner tone="info" title={`${name} is being paid.`} {...look}>
        <ConfirmingText /> <a href={paymentPath(id)} className="link">{`Follow the payment`}</a>
      </Banner>
    )
  }
  if (state === 'lapsed') {
    return (
      <Banner tone="warning" title={`${name} wasn’t paid in time.`} {...look}>
        We remember its items and your picks. Have you just paid? We confirm the order if its items are still
        there; if not, all of your money goes back to you.
        <PutBackForm orderId={id} />
      </Banner>
    )
  }
  if (state === 'held') {
    return (
      <Banner tone="info" title={`We’re checking the payment of your order ${shortId(id)}.`} {...look}>
        The amount that arrived isn’t the amount of the order. You don’t need to pay again: we’ll email you.
      </Banner>
    )
  }
  if (state === 'unconfirmed') {
    return (
      <Banner
        tone="warning"
        title={`We couldn’t confirm the payment of your order ${shortId(id)} in time.`}
        {...look}
      >
        {IF_STILL_TAKEN} We’ll email you.
        {/* The button is hidden in details until they are opened, because the first payment may still arrive. */}
        {isSignedIn && (
          <Disclosure className="mt-3">
            <summary className="link">Buy these items again</summary>
            <p className="mt-2">
              Please check with your bank first. If the payment still arrives, you may get both orders.
            </p>
            <PutBackForm orderId={id} />
          </Disclosure>
        )}
      </Banner>
    )
  }
  return <PaymentDue {...{ order, name, look, canCancel }} />
}

type PaymentDueProps = {
  order: UnpaidOrder
  name: string
  look: { live: boolean; className?: string }
  canCancel: boolean
}

function PaymentDue({ order, name, look, canCancel }: PaymentDueProps) {
  const { id, failureReason, holdUntil } = order
  const title = (
    <>
      {name} waits for payment
      {holdUntil && (
        <>
          {' '}
          until <span className="numeric">{formatDayAndTime(holdUntil)}</span>
        </>
      )}
      .
    </>
  )
  return (
    <Banner tone={failureReason ? 'danger' : 'warning'} title={title} {...look}>
      {failureReason && paymentFailed(failureReason)}
      <span className="mt-3 flex flex-wrap gap-3">
        {/* Uses a full page load, because only the payment page's content policy allows posts to the provider. */}
        <a href={paymentPath(id)} className={buttonClass({ size: 'sm' })}>
          <span className="numeric">
            Pay {formatAmount(order.total)}
            <VisuallyHidden> for order {shortId(id)}</VisuallyHidden>
          </span>
        </a>
        <OtherWays order={order} canCancel={canCancel} />
      </span>
    </Banner>
  )
}

export function ConfirmingText() {
  return 'We are confirming your payment with your bank. You don’t need to pay again. We’ll email you once it’s confirmed.'
}

export function OtherWays({ order, canCancel = true }: Pick<UnpaidNoticeProps, 'order' | 'canCancel'>) {
  return (
    <>
      {order.cashTotal !== null && (
        <ButtonLink to={`${orderPath(order.id)}?ask=cash`} look="line" size="sm">
          Pay in cash instead<VisuallyHidden> for order {shortId(order.id)}</VisuallyHidden>
        </ButtonLink>
      )}
      {canCancel && (
        <ButtonLink to={`${orderPath(order.id)}?ask=cancel`} look="line" size="sm">
          Cancel<VisuallyHidden> order {shortId(order.id)}</VisuallyHidden>
        </ButtonLink>
      )}
    </>
  )
}

/** A form that puts the items of a lapsed order into the cart again. A repeated post adds nothing. */
function PutBackForm({ orderId }: { orderId: string }) {
  return (
    <form method="post" action={orderPath(orderId)} className="mt-3">
      <input type="hidden" name="intent" value="again" />
      <Button size="sm">Put these items back in your cart</Button>
    </form>
  )
}

type OrderAgainProps = {
  orderId: string
  /** The cart's version when the page was loaded, so that a repeated post adds nothing. */
  cart: string
  className?: string
}

export function OrderAgain({ orderId, cart, className }: OrderAgainProps) {
  // While the post is pending, the page's data may reload. A second tap must still send the first version.
  const [sentCart, setSentCart] = useState<string | null>(null)
  return (
    <form
      method="post"
      action={orderPath(orderId)}
      className={className}
      onSubmit={() => setSentCart(sentCart ?? cart)}
    >
      <input type="hidden" name="intent" value="again" />
      <input type="hidden" name="cart" value={sentCart ?? cart} />
      <Button look="line" size="sm" aria-label={`Order again what was in order ${shortId(orderId)}`}>
        Order again
      </Button>
    </form>
  )
}

export function CashDialog({ order, answer }: { order: UnpaidOrder; answer: FormAnswer<never> | undefined }) {
  const { isSubmitting, stopTwice } = useSubmitting('cash')
  const path = orderPath(order.id)
  const refusal = answer && !answer.ok ? answer.message : null
  return (
    <Dialog title="Pay in cash instead" closeTo={path}>
      <Form method="post" replace action={`${path}?ask=cash`} onSubmit={stopTwice} className="grid gap-5">
        <input type="hidden" name="intent" value="cash" />
        {refusal && <Banner tone="danger">{refusal}</Banner>}
        <p>
          You pay <b className="numeric">{formatAmount(order.cashTotal ?? order.total)}</b> in cash when the
          parcel arrives. Your order is confirmed right away, and no card is charged.
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <CloseLink to={path}>Back</CloseLink>
          <Button busy={isSubmitting}>Pay in cash</Button>
        </div>
      </Form>
    </Dialog>
  )
}
