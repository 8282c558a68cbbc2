import { redirect } from 'react-router'
import { textOf } from '#app/kit/form-fields.ts'
import { requestContext } from '#app/request/context.server.ts'
import { formOf } from '#app/request/form.server.ts'
import { serializeCart } from '#shop/carts/cart.ts'
import { parseCookie } from '#shop/carts/cart-cookie.ts'
import { syncCart } from '#shop/carts/sync-cart.ts'
import type { Route } from './+types/cart-sync.ts'

export function loader() {
  return redirect('/cart')
}

/**
 * What a page's script tells of the browser's cart, answered with the cart as the account has it now. Without a `cart`
 * the script has none and only asks.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, sessionId } = context.get(requestContext)
  const form = await formOf(request)
  const browser = form.has('cart') ? parseCookie(textOf(form, 'cart')) : { cart: null, mark: null }
  const synced = await syncCart(ctx, { browser, sessionId })
  if (!synced.ok) return Response.json(null, { status: 401 })
  const { cart, mark } = synced.value
  return Response.json({ written: serializeCart(cart), mark })
}
