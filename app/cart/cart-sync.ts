import { redirect } from 'react-router'
import { textOf } from '#app/kit/form-fields.ts'
import { requestContext } from '#app/request/context.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { serializeCart } from '#shop/carts/cart.ts'
import { parseCookie } from '#shop/carts/cart-cookie.ts'
import { syncCart } from '#shop/carts/cart-storage.ts'
import type { Route } from './+types/cart-sync.ts'

export const handle: PageHandle = { search: 'noindex', access: { get: 302, post: 200 } }

export function loader() {
  return redirect('/cart')
}

/**
 * Merges the browser's cart into the account's and returns the result with its version. Without `cart`, only reads
 * the account's cart. A visitor gets null, not a refusal: a sync may arrive after the sign-out that it preceded.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, sessionId } = context.get(requestContext)
  const form = await formOf(request)
  const browser = form.has('cart') ? parseCookie(textOf(form, 'cart')) : { cart: null, version: null }
  const synced = await syncCart(ctx, { browser, sessionId })
  if (!synced.ok) return Response.json(null)
  const { cart, version } = synced.value
  return Response.json({ written: serializeCart(cart), version })
}
