import { data, redirect } from 'react-router'
import { cartCookie, readCartCookie } from '#app/http/cart-cookie.server.ts'
import { shopCtx } from '#app/http/request-context.server.ts'
import { showCart } from '#app/http/shown-cart.server.ts'
import { CartPage } from '#app/ui/cart/cart-page.tsx'
import { addPlain, addRefusalMessage } from '#shop/carts/add-plain.ts'
import { applyChange, type CartChange, cartChangeInput } from '#shop/carts/input.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { Route } from './+types/cart.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = shopCtx(context)
  const shown = await showCart(ctx, readCartCookie(request))
  return { shown, isSignedIn: ctx.actor.kind === 'person' }
}

/** Where a form may go once the cart is changed. */
const NEXT_PAGES = ['/cart', '/checkout', '/products']

/** Every change of the cart by a form: the cookie is set and the page shown anew. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const change = cartChangeInput.safeParse(fieldsOf(form))
  if (!change.success) return data({ message: 'That is not a change we can make to your cart.' }, { status: 400 })
  const cart = readCartCookie(request)
  if (change.data.intent === 'add') return addToCart(request, shopCtx(context), change.data, nextPage(form))
  const headers = { 'set-cookie': cartCookie(applyChange(cart, change.data), request) }
  return redirect(nextPage(form), { status: 303, headers })
}

async function addToCart(
  request: Request,
  ctx: Ctx,
  change: Extract<CartChange, { intent: 'add' }>,
  next: string,
) {
  const added = addPlain(readCartCookie(request), change, await listProducts(ctx.db))
  if (added.ok) {
    return redirect(next, { status: 303, headers: { 'set-cookie': cartCookie(added.value, request) } })
  }
  if (added.reason === 'needs_picks') return redirect(`/product/${added.productId}`, 303)
  return data({ message: addRefusalMessage(added) }, { status: 422 })
}

/** The stepper's buttons send their number as `step`, beside the `quantity` of the field between them. */
function fieldsOf(form: FormData): Record<string, unknown> {
  const fields = Object.fromEntries(form)
  return form.has('step') ? { ...fields, quantity: form.get('step') } : fields
}

function nextPage(form: FormData): string {
  return NEXT_PAGES.find((page) => page === form.get('then')) ?? '/cart'
}


export default function Cart({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <CartPage
      shown={loaderData.shown}
      isSignedIn={loaderData.isSignedIn}
      problem={actionData?.message ?? null}
    />
  )
}
