import { toBasketProduct } from '#app/cart/basket.ts'
import type { RequestContext } from '#app/request/context.server.ts'
import { readBasketCookie, readCookie, setCookie } from '#app/request/cookies.server.ts'
import { type Cart, numbersIn } from '#shop/carts/cart.ts'
import { savePriceSnapshot } from '#shop/carts/cart-storage.ts'
import type { CartView } from '#shop/carts/cart-view.ts'
import {
  type PriceSnapshot,
  parseSnapshot,
  serializeSnapshot,
  snapshotAll,
  snapshotNew,
} from '#shop/carts/price-snapshot.ts'
import type { Sellable } from '#shop/catalogue/product.ts'
import { namesOfProducts } from '#shop/catalogue/products.read.ts'
import { readTaxTerms } from '#shop/catalogue/tax-rates.read.ts'
import type { Ctx } from '#shop/ctx.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { orderPlacedWith } from '#shop/orders/orders.read.ts'
import { lookUpDiscounts } from '#shop/pricing/discounts.read.ts'
import type { EnteredCodes } from '#shop/pricing/discounts.ts'

export async function loadCartView(
  { ctx, products: onSale }: Pick<RequestContext, 'ctx' | 'products'>,
  cart: Cart,
  codes: EnteredCodes,
): Promise<CartView> {
  const { db, config } = ctx
  const { discounts } = await lookUpDiscounts(ctx, { ...codes, delivery: null })
  const numbers = numbersIn(cart)
  const products = cart.length > 0 ? await onSale.get() : []
  const sold = new Set(products.map(({ number }) => number))
  const unsold = [...numbers].filter((number) => !sold.has(number))
  return {
    cart,
    products: products.filter((product) => numbers.has(product.number)).map(toCartProduct),
    withdrawn: unsold.length > 0 ? await namesOfProducts(db, unsold) : {},
    shipping: config.shipping,
    taxes: await readTaxTerms(db, config.taxes, numbers, dayOf(ctx.now)),
    maxUnits: config.orderLimits.unitsPerProduct,
    discounts,
    seen: '',
  }
}

export async function loadBasket(request: Request, { products: onSale }: Pick<RequestContext, 'products'>) {
  const basket = readBasketCookie(request)
  const numbers = numbersIn(basket)
  const products = basket.length > 0 ? await onSale.get() : []
  return { basket, products: products.filter((product) => numbers.has(product.number)).map(toBasketProduct) }
}

/**
 * Returns the order of the key in this browser's cookie, or null. The response to placing an order deletes the cookie,
 * so the browser never received it.
 */
export async function findUnseenOrder(request: Request, { db, actor }: Ctx): Promise<string | null> {
  const key = readCookie(request, 'checkout_key')
  return key !== '' && actor.kind === 'person' ? orderPlacedWith(db, actor.id, key) : null
}

function toCartProduct(product: Sellable): Sellable {
  const { id, number, slug, name, category, price, discountPrice, stockQuantity, tastemakerPicks } = product
  const { isPick, imageUrls, shortDescription, allergens, mrp } = product
  const sellable = { id, number, slug, name, category, price, discountPrice, stockQuantity, tastemakerPicks }
  return { ...sellable, isPick, imageUrls: imageUrls.slice(0, 1), shortDescription, allergens, mrp }
}

/** Loads the cart's view and the price snapshot, to which it adds new products. `setCookie` is for visitors. */
export async function readSnapshot(
  request: Request,
  context: Pick<RequestContext, 'ctx' | 'cart' | 'products'>,
  codes: EnteredCodes,
): Promise<{ view: CartView; setCookie: string | null }> {
  const { ctx, cart } = context
  const stored = ctx.actor.kind === 'person' ? await cart.priceSnapshot() : readCookie(request, 'cart_seen')
  const view = await loadCartView(context, await cart.read(), codes)
  const snapshot = snapshotNew(parseSnapshot(stored), view.products)
  const seen = serializeSnapshot(snapshot)
  return {
    view: { ...view, seen },
    setCookie: seen === stored ? null : await saveSnapshot(request, ctx, snapshot),
  }
}

export const NO_CODES: EnteredCodes = { couponCode: null, referralCode: null }

/** Replaces the snapshot once the customer has read the changes. Returns the Set-Cookie value for a visitor. */
export async function updateSnapshot(
  request: Request,
  context: Pick<RequestContext, 'ctx' | 'cart' | 'products'>,
): Promise<string | null> {
  const { products } = await loadCartView(context, await context.cart.read(), NO_CODES)
  return saveSnapshot(request, context.ctx, snapshotAll(products))
}

async function saveSnapshot(request: Request, ctx: Ctx, seen: PriceSnapshot): Promise<string | null> {
  if (ctx.actor.kind === 'person') {
    await savePriceSnapshot(ctx, seen)
    return null
  }
  return setCookie(request, 'cart_seen', serializeSnapshot(seen))
}
