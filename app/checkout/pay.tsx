import { useEffect } from 'react'
import { data, redirect, useRevalidator } from 'react-router'
import { useOrderedCart } from '#app/cart/use-live-cart.ts'
import { CheckoutProgress } from '#app/checkout/checkout-progress.tsx'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink, buttonClass } from '#app/kit/button.tsx'
import { SidePanel, Totals, TwoColumns } from '#app/kit/totals.tsx'
import { OrderLines, shownLines } from '#app/orders/order-lines.tsx'
import { OrderNotFound } from '#app/orders/order-parts.tsx'
import { shopCtx } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Ctx } from '#shop/ctx.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { Order } from '#shop/orders/order.ts'
import { confirmationPath, orderPath, paymentPath } from '#shop/orders/order-paths.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import type { HostedPage } from '#shop/payment-gateway.ts'
import { paymentFailed } from '#shop/payments/intent.ts'
import { type OpenPayment, openPayment } from '#shop/settlement/open-payment.ts'
import type { Route } from './+types/pay.ts'

const POLL_MS = 4_000

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  formTargets: 'card-provider',
  access: { at: '/checkout/pay/{order}', get: [200, 302, 404, 404] },
}

/** The payment of a card order, also after a failed one. An order without one due redirects to its confirmation or page. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = shopCtx(context)
  const { orderId } = params
  const opened = await openPayment(ctx, { orderId })
  const order = await findOrder(ctx.db, orderId)
  if (opened.ok && order) {
    const isConfirming = new URL(request.url).searchParams.has('confirming')
    return { state: 'open', ...shown(ctx, order, opened.value), isConfirming } as const
  }
  const reason = opened.ok ? 'order_not_found' : opened.reason
  switch (reason) {
    case 'signed_out':
      return { state: 'signed-out' } as const
    case 'not_payable':
      throw redirect(order?.paymentStatus === 'paid' ? confirmationPath(orderId) : orderPath(orderId))
    case 'provider_away':
    case 'payment_method_unavailable':
      return data({ state: 'away' } as const, { status: 503, headers: { 'retry-after': '10' } })
    case 'amount_differs':
    case 'order_not_found':
      return data({ state: 'not-found' } as const, { status: 404 })
  }
}

function shown({ config }: Ctx, order: Order, payment: OpenPayment) {
  const { gateway, providerOrderId, amount, failureReason, holdUntil } = payment
  const customer = {
    name: order.customerName,
    email: order.customerEmail,
    phone: order.shippingAddress.phone,
  }
  const { brand, origin } = config
  const hosted = gateway.hostedPage({
    providerOrderId,
    amount,
    orderId: order.id,
    shopName: brand,
    origin,
    customer,
  })
  const { id, items, subtotal, discount, tax, shippingFee, total } = order
  const bill = { id, items, subtotal, discount, tax, shippingFee, total }
  return { bill, hosted, isSandbox: gateway.provider === 'sandbox', failureReason, holdUntil }
}

export default function Pay({ loaderData, params }: Route.ComponentProps) {
  switch (loaderData.state) {
    case 'open':
      return <PayPage {...loaderData} />
    case 'away':
      return <ProviderAway orderId={params.orderId} />
    case 'not-found':
      return <OrderNotFound link={{ to: '/orders', label: 'View all orders' }} />
    case 'signed-out':
      return (
        <>
          <title>Please sign in</title>
          <SignInPrompt title="Please sign in" returnTo={paymentPath(params.orderId)}>
            Please sign in to pay for this order.
          </SignInPrompt>
        </>
      )
  }
}

/** The provider cannot be reached. The order is kept, and the link loads the page again. */
function ProviderAway({ orderId }: { orderId: string }) {
  return (
    <div className="wrap pt-8 pb-section">
      <title>Payment</title>
      <h1 className="display mb-6 text-3xl">Payment</h1>
      <Banner tone="warning">
        We can’t reach the payment provider right now. Your order is placed and you have not been charged;
        please try again in a minute.
      </Banner>
      <div className="mt-6 flex flex-wrap gap-3">
        <a href={paymentPath(orderId)} className={buttonClass({})}>
          Try again
        </a>
        <ButtonLink to={orderPath(orderId)} look="line">
          See the order
        </ButtonLink>
      </div>
    </div>
  )
}

type PayPageProps = {
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
function PayPage(props: PayPageProps) {
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
        <ButtonLink to={orderPath(bill.id)} look="line">
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

/** Reloads the data every few seconds until the outcome is known, and the loader redirects. */
function useConfirming(isConfirming: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isConfirming) return
    const timer = setInterval(() => void revalidate(), POLL_MS)
    return () => clearInterval(timer)
  }, [isConfirming, revalidate])
}
