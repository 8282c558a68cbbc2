import { data, redirect } from 'react-router'
import { PayPage } from '#app/checkout/pay-page.tsx'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink, buttonClass } from '#app/kit/button.tsx'
import { OrderNotFound } from '#app/orders/order-not-found.tsx'
import { shopCtx } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { Order } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { type OpenPayment, openPayment } from '#shop/settlement/open-payment.ts'
import type { Route } from './+types/pay.ts'

export const handle: PageHandle = {
  search: 'noindex',
  access: { at: '/checkout/pay/{order}', get: [200, 302, 404, 404] },
}

/** The payment of a card order, first or repeated. An order that needs none redirects to its confirmation or page. */
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
      throw redirect(order?.paymentStatus === 'paid' ? confirmation(orderId) : `/orders/${orderId}`)
    case 'provider_away':
    case 'payment_method_unavailable':
      return data({ state: 'away' } as const, { status: 503, headers: { 'retry-after': '10' } })
    case 'amount_differs':
    case 'order_not_found':
      return data({ state: 'not-found' } as const, { status: 404 })
  }
}

function confirmation(orderId: string): string {
  return `/checkout/success?${new URLSearchParams({ orderId })}`
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
          <SignInPrompt
            title="Please sign in"
            returnTo={`/checkout/pay/${encodeURIComponent(params.orderId)}`}
          >
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
        <a href={`/checkout/pay/${orderId}`} className={buttonClass({})}>
          Try again
        </a>
        <ButtonLink to={`/orders/${orderId}`} look="line">
          See the order
        </ButtonLink>
      </div>
    </div>
  )
}
