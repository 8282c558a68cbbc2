import { Banner } from '#app/kit/banner.tsx'
import { buttonClass } from '#app/kit/button-look.ts'
import { formatAmount, type Money } from '#shop/kernel/money.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { type OpenPaymentFacts, paymentFailed } from '#shop/payments/intent.ts'

type PayNowProps = { orderId: string; total: Money; payment: OpenPaymentFacts }

/** On the page of an order that waits for its payment. A full visit: only the payment page may post to the provider. */
export function PayNow({ orderId, total, payment }: PayNowProps) {
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
