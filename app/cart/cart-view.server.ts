import { type Cart, numbersIn } from '#shop/carts/cart.ts'
import type { CartProduct, CartView } from '#shop/carts/cart-view.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { EnteredCodes } from '#shop/pricing/discounts.ts'
import { lookUpDiscounts } from '#shop/pricing/look-up-discounts.ts'

/** The data of cart page and checkout: current prices and stock, and the discounts of these codes. */
export async function loadCartView(ctx: Ctx, cart: Cart, codes: EnteredCodes): Promise<CartView> {
  const { db, config } = ctx
  const { discounts } = await lookUpDiscounts(ctx, { ...codes, delivery: null })
  const named = numbersIn(cart)
  const products = cart.length > 0 ? await listProducts(db) : []
  return {
    cart,
    products: products.filter((product) => named.has(product.number)).map(toCartProduct),
    shipping: config.shipping,
    mostUnits: config.orderLimits.unitsPerProduct,
    discounts,
    seen: '',
  }
}

/** The columns that the pages need. */
function toCartProduct(product: CartProduct): CartProduct {
  const { id, number, slug, name, category, price, discountPrice, stockQuantity, tastemakerPicks } = product
  const { isPick, imageUrls, shortDescription, allergens } = product
  const sellable = { id, number, slug, name, category, price, discountPrice, stockQuantity, tastemakerPicks }
  return { ...sellable, isPick, imageUrls: imageUrls.slice(0, 1), shortDescription, allergens }
}
