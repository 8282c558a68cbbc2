import { type Cart, writeCart } from '#shop/carts/cart.ts'
import { type CartProduct, numbersIn, type ShownCart } from '#shop/carts/shown-cart.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import type { Ctx } from '#shop/ctx.ts'

/** The cart as cart page and checkout show it, with today's prices and stock. */
export async function showCart({ db, config }: Ctx, cart: Cart): Promise<ShownCart> {
  const named = numbersIn(cart)
  const products = cart.length > 0 ? await listProducts(db) : []
  return {
    written: writeCart(cart),
    products: products.filter((product) => named.has(product.number)).map(toCartProduct),
    shipping: config.shipping,
  }
}

/** Only what the pages need goes to the browser. */
function toCartProduct(product: CartProduct): CartProduct {
  const { id, number, slug, name, category, price, discountPrice, stockQuantity, tastemakerPicks } = product
  const { isPick, imageUrls, shortDescription, allergens } = product
  const sellable = { id, number, slug, name, category, price, discountPrice, stockQuantity, tastemakerPicks }
  return { ...sellable, isPick, imageUrls: imageUrls.slice(0, 1), shortDescription, allergens }
}
