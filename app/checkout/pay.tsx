import { data, redirect } from 'react-router'
import {
  type Bill,
  type LinkEnd,
  LinkEnded,
  PayPage,
  ProviderUnavailable,
  WaitingPage,
} from '#app/checkout/pay-page.tsx'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { OrderNotFound } from '#app/orders/order-parts.tsx'
import { shopCtx } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Ctx } from '#shop/ctx.ts'
import { hasPaid, type Order } from '#shop/orders/order.ts'
import { confirmationPath, orderPath, paymentPath, payPath } from '#shop/orders/order-paths.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { findUnpaidOrder, findUnpaidOrderOf } from '#shop/orders/unpaid-orders.read.ts'
import type { HostedPage } from '#shop/payment-gateway.ts'
import { findPayer, type OpenPayment, openPayment } from '#shop/settlement/pay-order.ts'
import { redeemPaymentPageLink } from '#shop/settlement/payment-page-link.ts'
import type { Route } from './+types/pay.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  formTargets: 'card-provider',
  access: { at: '/checkout/pay/{order}', get: [200, 302, 404, 404], post: 303 },
}

/** Returns the link's proof, and the unpaid order if the actor or the link may pay for it. */
async function findPayable(ctx: Ctx, orderId: string, url: string) {
  const proof = new URL(url).searchParams.get('link')
  const payer = proof === null ? null : await findPayer(ctx, { orderId, proof })
  if (payer === null) return { link: null, unpaid: await findUnpaidOrder(ctx, orderId) }
  return { link: proof, unpaid: payer.ok ? await findUnpaidOrderOf(ctx, payer.value, orderId) : null }
}

/** Loads the payment of a card order, also after a failed or late payment. Redirects if nothing has to be paid. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = shopCtx(context)
  const { orderId } = params
  const token = new URL(request.url).searchParams.get('once')
  // A HEAD request, for example by a link checker, must not use up the link.
  if (token !== null && request.method === 'GET') {
    const proof = await redeemPaymentPageLink(ctx, { orderId, token })
    if (proof.ok) throw redirect(payPath(orderId, proof.value))
    return data({ state: 'ended', reason: 'used' } as const, { status: 410 })
  }
  const [{ link, unpaid }, order] = await Promise.all([
    findPayable(ctx, orderId, request.url),
    findOrder(ctx.db, orderId),
  ])
  if (unpaid && order && unpaid.state !== 'open' && (!link || unpaid.state !== 'lapsed'))
    return { state: 'waiting', unpaid, bill: billOf(order), link } as const
  const payment = await openPayment(ctx, { orderId, proof: link })
  if (payment.ok && order && unpaid) {
    const hosted = hostedPageOf(ctx, order, payment.value, link)
    const isSandbox = payment.value.gateway.provider === 'sandbox'
    return { state: 'open', unpaid, bill: billOf(order), hosted, isSandbox, link } as const
  }
  const reason = payment.ok ? 'order_not_found' : payment.reason
  switch (reason) {
    case 'signed_out':
      return { state: 'signed-out' } as const
    case 'payment_confirming':
    case 'not_payable':
      if (link && order) return { state: 'ended', reason: endOf(order) } as const
      throw redirect(order?.paymentStatus === 'paid' ? confirmationPath(orderId) : orderPath(orderId))
    case 'provider_away':
    case 'payment_method_unavailable':
      return data({ state: 'unavailable', link } as const, { status: 503, headers: { 'retry-after': '10' } })
    case 'amount_differs':
    case 'order_not_found':
      return data({ state: 'not-found' } as const, { status: 404 })
  }
}

/** Redirects to the provider with the form's fields, or to this page if the order can no longer be paid. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const ctx = shopCtx(context)
  const { orderId } = params
  const { link, unpaid } = await findPayable(ctx, orderId, request.url)
  const order = unpaid?.state === 'open' ? await findOrder(ctx.db, orderId) : null
  const payment = order ? await openPayment(ctx, { orderId, proof: link }) : null
  if (!order || !payment?.ok) return redirect(payPath(orderId, link), 303)
  const { method, action, fields } = hostedPageOf(ctx, order, payment.value, link)
  // 307 keeps the method and the body, which contains these fields.
  if (method === 'post') return redirect(action, 307)
  return redirect(`${action}?${new URLSearchParams(fields)}`, 303)
}

function hostedPageOf({ config }: Ctx, order: Order, payment: OpenPayment, link: string | null): HostedPage {
  const { gateway, providerOrderId, amount } = payment
  const { customerName: name, customerEmail: email, shippingAddress } = order
  const customer = link ? null : { name, email, phone: shippingAddress.phone }
  const shop = { shopName: config.brand, origin: config.origin }
  return gateway.hostedPage({ providerOrderId, amount, orderId: order.id, link, ...shop, customer })
}

function endOf({ status, paymentStatus, paymentMethod }: Order): LinkEnd {
  if (status === 'cancelled') return 'over'
  if (hasPaid(paymentStatus)) return 'paid'
  return paymentMethod === 'cod' ? 'cash' : 'over'
}

function billOf(order: Order): Bill {
  const { id, items, subtotal, discount, tax, pricesIncludeTax, taxes } = order
  const { shippingFee, roundOff, total } = order
  return { id, items, subtotal, discount, tax, pricesIncludeTax, taxes, shippingFee, roundOff, total }
}

export default function Pay({ loaderData, params }: Route.ComponentProps) {
  switch (loaderData.state) {
    case 'open':
      return <PayPage {...loaderData} />
    case 'waiting':
      return <WaitingPage {...loaderData} />
    case 'ended':
      return <LinkEnded orderId={params.orderId} reason={loaderData.reason} />
    case 'unavailable':
      return <ProviderUnavailable orderId={params.orderId} link={loaderData.link} />
    case 'not-found':
      return <OrderNotFound link={{ to: '/orders', label: 'View all orders' }} />
    case 'signed-out':
      return (
        <SignInPrompt returnTo={paymentPath(params.orderId)}>
          Please sign in to pay for this order.
        </SignInPrompt>
      )
  }
}
