import { data } from 'react-router'
import { shopCtx } from '#app/http/request-context.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { SignInPrompt } from '#app/ui/account/sign-in-prompt.tsx'
import { OrderNotFound } from '#app/ui/orders/order-not-found.tsx'
import { OrderPage } from '#app/ui/orders/order-page.tsx'
import { isSelf } from '#shop/customers/actor.ts'
import { canSeeOrder } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { canBePaid } from '#shop/payments/intent.ts'
import { openPaymentOf } from '#shop/payments/payments.read.ts'
import type { Route } from './+types/order.ts'

export const handle: PageHandle = { noindex: true }

export async function loader({ params, context }: Route.LoaderArgs) {
  const { actor, db } = shopCtx(context)
  if (actor.kind === 'visitor') return { state: 'signed-out' } as const
  const order = await findOrder(db, params.id)
  if (!order || !canSeeOrder(actor, order)) return data({ state: 'not-found' } as const, { status: 404 })
  // Notes are the shop's own.
  const payment = canBePaid(order) && isSelf(actor, order.userId) ? await openPaymentOf(db, order.id) : null
  return { state: 'found', order: { ...order, notes: null }, payment } as const
}

export default function OrderRoute({ loaderData, params }: Route.ComponentProps) {
  if (loaderData.state === 'found') return <OrderPage order={loaderData.order} payment={loaderData.payment} />
  if (loaderData.state === 'not-found')
    return <OrderNotFound link={{ to: '/orders', label: 'View all orders' }} />
  return (
    <>
      <title>Please sign in</title>
      <SignInPrompt title="Please sign in" returnTo={`/orders/${encodeURIComponent(params.id)}`}>
        Please sign in to see this order.
      </SignInPrompt>
    </>
  )
}
