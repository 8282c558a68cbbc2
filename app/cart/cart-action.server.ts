import { redirect } from 'react-router'
import { withCookies } from '#app/auth/auth.server.ts'
import { addBasket, basketOf, checkBasket } from '#app/cart/basket.ts'
import { loadBasket, updateSnapshot } from '#app/cart/cart-view.server.ts'
import { readFields, textOf } from '#app/kit/form-fields.ts'
import { pickerPath } from '#app/kit/paths.ts'
import type { RequestContext } from '#app/request/context.server.ts'
import { readCookie, setCookie } from '#app/request/cookies.server.ts'
import { formOf, refuse } from '#app/request/form.server.ts'
import { addRefusalMessage, addToCart, storageOf } from '#shop/carts/adding.ts'
import { type Cart, setQuantity } from '#shop/carts/cart.ts'
import { BROWSER_FULL, fitsCookie } from '#shop/carts/cart-cookie.ts'
import { type CartChange, cartChangeInput } from '#shop/carts/input.ts'
import { parseRemoved, removeLines, restoreAll, selectLines, serializeRemoved } from '#shop/carts/removed.ts'
import { isCustomisable } from '#shop/catalogue/product.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import type { Ctx } from '#shop/ctx.ts'

/** Changes the cart by a posted form, and redirects to its `then` or answers why the change was refused. */
export async function changeCartByForm(
  request: Request,
  context: Pick<RequestContext, 'cart' | 'ctx' | 'products'>,
) {
  const { cart, ctx } = context
  const form = await formOf(request)
  // The stepper's buttons send the new quantity as `step`, beside the field's `quantity`.
  if (form.has('step')) form.set('quantity', textOf(form, 'step'))
  const fields = readFields(cartChangeInput, form)
  if (!fields.ok)
    return refuse(form, fields.problems.quantity ?? 'We can’t make that change to your cart.', 400)
  const change = fields.value
  const saveCart = async (next: Cart, cookies: string[] = []) => {
    await cart.save(next)
    const cookie = await cart.setCookie()
    const headers = withCookies(cookie ? [cookie, ...cookies] : cookies)
    const nextPage = NEXT_PAGES.find((page) => page === form.get('then')) ?? '/cart'
    return redirect(pageAfterChange(request, nextPage), { status: 303, headers })
  }
  const saveIfItFits = (next: Cart, cookies: string[]) =>
    storageOf(ctx.actor) === 'account' || fitsCookie(next)
      ? saveCart(next, cookies)
      : refuse(form, BROWSER_FULL, 422)
  if (change.intent === 'seen') {
    const cookie = await updateSnapshot(request, context)
    return redirect('/cart', { status: 303, headers: withCookies(cookie ? [cookie] : []) })
  }
  const current = await cart.save()
  switch (change.intent) {
    case 'basket': {
      const { basket, products } = await loadBasket(request, context)
      const { lines } = checkBasket(basket, products, ctx.config.orderLimits.unitsPerProduct)
      return saveIfItFits(addBasket(current, basketOf(lines)), [setCookie(request, 'basket', '')])
    }
    case 'restore':
      return saveIfItFits(restoreAll(current, parseRemoved(change.removed)), [
        setCookie(request, 'cart_undo', ''),
      ])
    case 'add': {
      const added = await add(ctx, current, change)
      if (added instanceof Response) return added
      return added.ok ? saveCart(added.value) : refuse(form, addRefusalMessage(added), 422)
    }
    case 'set':
      if (change.quantity > 0) return saveCart(setQuantity(current, change.key, change.quantity))
  }
  const removed = selectLines(current, change.intent === 'clear' ? null : change.key)
  const steps = [...parseRemoved(readCookie(request, 'cart_undo')), removed]
  return saveCart(removeLines(current, removed), [setCookie(request, 'cart_undo', serializeRemoved(steps))])
}

async function add({ db, actor, config }: Ctx, cart: Cart, change: Extract<CartChange, { intent: 'add' }>) {
  const products = await listProducts(db)
  const product = products.find(({ number }) => number === change.number)
  if (product && isCustomisable(product)) return redirect(pickerPath(product), 303)
  const line = { number: change.number, quantity: change.quantity, picks: {} }
  return addToCart(cart, line, product, [], config.orderLimits.unitsPerProduct, storageOf(actor))
}

const NEXT_PAGES = ['/cart', '/checkout', '/products'] as const

/**
 * Returns the page to show after a cart change. If the request has no cookie, the cart page first checks whether the
 * browser accepts cookies.
 */
export function pageAfterChange(request: Request, to: (typeof NEXT_PAGES)[number]): string {
  return request.headers.get('cookie') ? to : `/cart?kept=${encodeURIComponent(to)}`
}

/** Returns the page that `?kept=` names. Null for the cart page or an unknown page. */
export function pageAfterCookies(address: string | null): string | null {
  return NEXT_PAGES.find((page) => page === address && page !== '/cart') ?? null
}
