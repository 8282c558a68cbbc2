import { data, redirect, redirectDocument } from 'react-router'
import { AddressText } from '#app/account/address-values.tsx'
import { useOrderedCart } from '#app/cart/use-live-cart.ts'
import { PageTitle } from '#app/frame/page-head.tsx'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { TwoColumns } from '#app/kit/totals.tsx'
import { OrderPanel, orderLines } from '#app/orders/order-lines.tsx'
import { FactRows, OrderNotFound, StatusBadge } from '#app/orders/order-parts.tsx'
import { shopCtx } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { dayInWords } from '#shop/kernel/day.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { businessDays, deliveryEstimate } from '#shop/orders/delivery-estimate.ts'
import { canBePaid, canSeeOrder, type Order } from '#shop/orders/order.ts'
import { confirmationPath, orderPath, paymentPath } from '#shop/orders/order-paths.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { PAYMENT_METHOD_NAMES, PAYMENT_STATUS_NAMES } from '#shop/payments/payment.ts'
import type { Route } from './+types/success.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  access: { get: [200, 404, 404, 404] },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { actor, db, config, now } = shopCtx(context)
  const id = new URL(request.url).searchParams.get('orderId') ?? ''
  if (actor.kind === 'visitor') return { state: 'signed-out', id } as const
  const order = await findOrder(db, id)
  if (!order || !canSeeOrder(actor, order)) return data({ state: 'not-found' } as const, { status: 404 })
  // An unpaid order is paid first, with a full page load: only that page's CSP allows posts to the provider.
  if (canBePaid(order) && isSelf(actor, order.userId)) throw redirectDocument(paymentPath(order.id))
  if (order.paymentMethod === 'card' && order.status === 'cancelled') throw redirect(orderPath(order.id))
  const shipsWithin = businessDays(config.deliveryTimes.ships)
  const estimate = deliveryEstimate(order, config.deliveryTimes, now)
  return { state: 'found', order, shipsWithin, estimate } as const
}

export default function Success({ loaderData }: Route.ComponentProps) {
  if (loaderData.state === 'found') return <Confirmation {...loaderData} />
  if (loaderData.state === 'not-found') return <OrderNotFound link={{ to: '/shop', label: 'Back to Shop' }} />
  return (
    <SignInPrompt returnTo={confirmationPath(loaderData.id)}>Please sign in to see this order.</SignInPrompt>
  )
}

type ConfirmationProps = Extract<Route.ComponentProps['loaderData'], { state: 'found' }>

function Confirmation({ order, shipsWithin, estimate }: ConfirmationProps) {
  useOrderedCart()
  const facts = [
    { label: 'Order', value: shortId(order.id) },
    { label: 'Date', value: formatDayAndTime(order.createdAt) },
    { label: 'Status', value: <StatusBadge status={order.status} /> },
    { label: 'Payment', value: paymentText(order) },
    ...(estimate ? [{ label: 'Expected by', value: dayInWords(estimate.by) }] : []),
    { label: 'Delivery to', value: <AddressText address={order.shippingAddress} /> },
  ]
  return (
    <>
      <PageTitle>Order Confirmed!</PageTitle>
      <div className="order-band">
        <div className="wrap pt-6 pb-10">
          <h1 className="display text-5xl">Order Confirmed!</h1>
          <p className="mt-4 max-w-read text-lg">
            Thank you, {order.customerName}. Orders ship within {shipsWithin}. We’ve emailed a confirmation to{' '}
            <span className="break-words">{order.customerEmail}</span>.
          </p>
        </div>
      </div>
      <div className="wrap pt-10 pb-section">
        <TwoColumns
          aside={
            <OrderPanel
              lines={orderLines(order.items, 'Product no longer available')}
              quote={order}
              discountLabel={order.discountLabel}
            />
          }
        >
          <h2 className="display mb-4 text-2xl">Order summary</h2>
          <FactRows facts={facts} />
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="/shop">Continue Shopping</ButtonLink>
            <ButtonLink to="/orders" look="line">
              View Orders
            </ButtonLink>
            <ButtonLink to={orderPath(order.id)} look="line">
              Track this order
            </ButtonLink>
          </div>
        </TwoColumns>
      </div>
    </>
  )
}

function paymentText({ paymentMethod, paymentStatus }: Order): string {
  const method = PAYMENT_METHOD_NAMES[paymentMethod]
  return paymentMethod === 'card' ? `${method}, ${PAYMENT_STATUS_NAMES[paymentStatus].toLowerCase()}` : method
}
