import { redirect } from 'react-router'
import { hintCookie } from '#app/http/account-hint.server.ts'
import { askAccounts, withCookies } from '#app/http/auth.server.ts'
import { cartCookie } from '#app/http/cart-cookie.server.ts'
import { EMPTY_CART } from '#shop/carts/cart.ts'
import { VISITOR } from '#shop/customers/actor.ts'
import type { Route } from './+types/signout.ts'

/** A link must not sign anybody out: only the form does. */
export function loader() {
  return redirect('/')
}

export async function action({ request, context }: Route.ActionArgs) {
  const { cookies } = await askAccounts(request, context, '/sign-out', {})
  const hint = hintCookie(request, VISITOR)
  // The cart stays with the account; the next person at this device starts with an empty one.
  const cart = cartCookie({ cart: EMPTY_CART, mark: null }, request)
  return redirect('/', { headers: withCookies([...cookies, cart, ...(hint ? [hint] : [])]) })
}
