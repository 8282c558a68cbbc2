import { data, redirect, redirectDocument } from 'react-router'
import { Confirmation } from '#app/checkout/confirmation.tsx'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { OrderNotFound } from '#app/orders/order-not-found.tsx'
import { shopCtx } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { businessDays } from '#shop/orders/delivery-estimate.ts'
import { canBePaid, canSeeOrder } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import type { Route } from './+types/success.ts'

export const handle: PageHandle = { search: 'noindex', access: { get: [200, 404, 404, 404] } }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { actor, db, config } = shopCtx(context)
  const id = new URL(request.url).searchParams.get('orderId') ?? ''
  if (actor.kind === 'visitor') return { state: 'signed-out', id } as const
  const order = await findOrder(db, id)
  if (!order || !canSeeOrder(actor, order)) return data({ state: 'not-found' } as const, { status: 404 })
  // Nothing is confirmed before it is paid. A full visit: only the payment page may post to the provider.
  if (canBePaid(order) && isSelf(actor, order.userId)) throw redirectDocument(`/checkout/pay/${order.id}`)
  if (order.paymentMethod === 'card' && order.status === 'cancelled') throw redirect(`/orders/${order.id}`)
  // Notes are the shop's own.
  const shipsWithin = businessDays(config.deliveryTimes.ships)
  return { state: 'found', order, shipsWithin } as const
}

export default function Success({ loaderData }: Route.ComponentProps) {
  if (loaderData.state === 'found')
    return <Confirmation order={loaderData.order} shipsWithin={loaderData.shipsWithin} />
  if (loaderData.state === 'not-found') return <OrderNotFound link={{ to: '/shop', label: 'Back to Shop' }} />
  const query = new URLSearchParams({ orderId: loaderData.id })
  return (
    <>
      <title>Please sign in</title>
      <SignInPrompt title="Please sign in" returnTo={`/checkout/success?${query}`}>
        Please sign in to see this order.
      </SignInPrompt>
    </>
  )
}
