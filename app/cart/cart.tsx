import { data, redirect } from 'react-router'
import { withCookies } from '#app/auth/auth.server.ts'
import { CartPage } from '#app/cart/cart-page.tsx'
import { readSnapshot, updateSnapshot } from '#app/cart/price-snapshot.server.ts'
import { pickerPath } from '#app/kit/product-path.ts'
import { requestContext } from '#app/request/context.server.ts'
import { readReferralCode } from '#app/request/cookies.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { addRefusalMessage, addToCart, storageOf } from '#shop/carts/adding.ts'
import type { Cart } from '#shop/carts/cart.ts'
import { applyChange, type CartChange, cartChangeInput } from '#shop/carts/input.ts'
import { isCustomisable } from '#shop/catalogue/product.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { Route } from './+types/cart.ts'

export const handle: PageHandle = { noindex: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const asking = context.get(requestContext)
  // Coupons are entered at the checkout; the cart shows what comes by itself.
  const codes = { couponCode: null, referralCode: readReferralCode(request) }
  const { shown, setCookie } = await readSnapshot(request, asking, codes)
  const isSignedIn = asking.ctx.actor.kind === 'person'
  return data({ shown, isSignedIn }, { headers: withCookies(setCookie ? [setCookie] : []) })
}

/** Every change of the cart by a form: the cookie is set, and the form says where to go on. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  const parsed = cartChangeInput.safeParse(fieldsOf(form))
  if (!parsed.success) return refused('That is not a change we can make to your cart.', 400)
  const { cart, ctx } = context.get(requestContext)
  const goOn = async (next: Cart) => {
    await cart.keep(next)
    const cookie = await cart.setCookie()
    return redirect(nextPage(form), { status: 303, headers: cookie ? { 'set-cookie': cookie } : {} })
  }
  if (parsed.data.intent === 'seen') {
    const seen = await updateSnapshot(request, { ctx, cart })
    return redirect('/cart', { status: 303, headers: withCookies(seen ? [seen] : []) })
  }
  const before = await cart.keep()
  const change = parsed.data
  return change.intent === 'add' ? add(ctx, before, change, goOn) : goOn(applyChange(before, change))
}

async function add(
  { db, actor, config }: Ctx,
  cart: Cart,
  change: Extract<CartChange, { intent: 'add' }>,
  goOn: (cart: Cart) => Promise<Response>,
) {
  const products = await listProducts(db)
  const product = products.find((one) => one.number === change.number)
  if (product && isCustomisable(product)) return redirect(pickerPath(product), 303)
  const line = { number: change.number, quantity: change.quantity, picks: {} }
  const added = addToCart(
    cart,
    line,
    product,
    products.filter((one) => one.isPick),
    config.orderLimits.unitsPerProduct,
    storageOf(actor),
  )
  return added.ok ? goOn(added.value) : refused(addRefusalMessage(added), 422)
}

function refused(message: string, status: number) {
  return data({ message }, { status })
}

/** The stepper's buttons send their number as `step`, beside the `quantity` of the field between them. */
function fieldsOf(form: FormData): Record<string, unknown> {
  const fields = Object.fromEntries(form)
  return form.has('step') ? { ...fields, quantity: form.get('step') } : fields
}

const NEXT_PAGES = ['/cart', '/checkout', '/products']

function nextPage(form: FormData): string {
  return NEXT_PAGES.find((page) => page === form.get('then')) ?? '/cart'
}

export default function CartRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <CartPage {...loaderData} problem={actionData?.message ?? null} />
}
