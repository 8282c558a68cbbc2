import { data, redirect } from 'react-router'
import { adminCtx } from '#app/http/admin.server.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import type { Route } from './+types/order.ts'

/** An order opens as its customer sees it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const order = await findOrder(adminCtx(context).db, params.id)
  if (!order) throw data(null, { status: 404 })
  return redirect(`/orders/${order.id}`)
}

export default function Order() {
  return null
}
