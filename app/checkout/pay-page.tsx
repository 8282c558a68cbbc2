import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { CheckoutProgress } from '#app/checkout/checkout-progress.tsx'
import { useOrderedCart } from '#app/checkout/use-ordered-cart.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { Totals } from '#app/kit/totals.tsx'
import { SidePanel, TwoColumns } from '#app/kit/two-columns.tsx'
import { OrderLines } from '#app/orders/order-lines.tsx'
import { shownLines } from '#app/orders/shown-lines.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { Order } from '#shop/orders/order.ts'
import type { HostedPage } from '#shop/payment-gateway.ts'
import { paymentFailed } from '#shop/payments/intent.ts'

export type PayPageProps = {
  bill: Pick<Order, 'id' | 'items' | 'subtotal' | 'discount' | 'tax' | 'shippingFee' | 'total'>
  hosted: HostedPage
  isSandbox: boolean
  /** Why the last try failed; null when there was none. */
  failureReason: string | null
  holdUntil: Date
  /** The customer has returned from the provider, which has not reported the outcome yet. */
  isConfirming: boolean
}

/** A placed but unpaid order: its total and the form that leads to the provider. */
export function PayPage(props: PayPageProps) {
  const { bill, failureReason, isConfirming } = props
  useOrderedCart()
  useConfirming(isConfirming)
  return (
    <div className="wrap pb-section">
      <title>Payment</title>
      <CheckoutProgress step="payment" />
      <TwoColumns aside={<Bill bill={bill} />}>
        <h1 className="display mb-6 text-3xl">Pay for order {shortId(bill.id)}</h1>
        {isConfirming ? (
          <Banner tone="info" className="mb-6">
            We are confirming your payment with your bank. You don’t need to pay again. We’ll email you once
            it’s confirmed.
          </Banner>
        ) : (
          failureReason && (
            <Banner tone="danger" className="mb-6">
              {paymentFailed(failureReason)}
            </Banner>
          )
        )}
        <PayForm {...props} />
      </TwoColumns>
    </div>
  )
}

function PayForm({ bill, hosted, isSandbox, holdUntil, isConfirming, failureReason }: PayPageProps) {
  const again = isConfirming || failureReason
  return (
    <>
      <p className="max-w-read">
        {isSandbox
          ? 'No payment provider is connected to this shop. This is a test payment: no money moves and you don’t need a card.'
          : 'You pay on the secure page of Razorpay, by card, UPI or netbanking, and come back here.'}{' '}
        Your order is placed; its goods are kept for you until{' '}
        <time dateTime={holdUntil.toISOString()} className="numeric">
          {formatDayAndTime(holdUntil)}
        </time>
        .
      </p>
      <form method={hosted.method} action={hosted.action} className="mt-6 flex flex-wrap items-center gap-4">
        {Object.entries(hosted.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button look={isConfirming ? 'line' : undefined} icon="lock">
          {again ? 'Pay again' : 'Pay'} {formatAmount(bill.total)}
        </Button>
        <ButtonLink to={`/orders/${bill.id}`} look="line">
          See the order
        </ButtonLink>
      </form>
    </>
  )
}

function Bill({ bill }: Pick<PayPageProps, 'bill'>) {
  return (
    <SidePanel title="In this order">
      <div className="mt-4">
        <OrderLines lines={shownLines(bill.items, 'Product no longer available')} />
      </div>
      <Totals quote={bill} className="mt-5" />
    </SidePanel>
  )
}

const EVERY_MS = 4_000

/** Reloads the data every few seconds until the outcome is known, and the loader redirects. */
function useConfirming(isConfirming: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isConfirming) return
    const timer = setInterval(() => void revalidate(), EVERY_MS)
    return () => clearInterval(timer)
  }, [isConfirming, revalidate])
}
