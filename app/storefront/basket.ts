/** The shelf's basket: products chosen on this visit, before they go into the cart. */
import type { CardProduct } from '#app/storefront/product-data.ts'
import { addLine, type Cart } from '#shop/carts/cart.ts'
import { unitPrice } from '#shop/catalogue/product.ts'
import { add, type Money, times } from '#shop/kernel/money.ts'

type Basketed = Pick<
  CardProduct,
  'id' | 'number' | 'name' | 'price' | 'discountPrice' | 'stockQuantity' | 'picture'
>

/** Quantities by product id, with the product, because the shelf may show another category by now. */
export type Basket = Readonly<Record<string, { product: Basketed; quantity: number }>>

export const EMPTY_BASKET: Basket = {}

export function quantityIn(basket: Basket, id: string): number {
  return basket[id]?.quantity ?? 0
}

/** Sets a product's quantity in the basket, limited by its stock; zero removes it. */
export function setInBasket(basket: Basket, product: Basketed, quantity: number): Basket {
  const bounded = Math.min(quantity, product.stockQuantity)
  if (bounded > 0) return { ...basket, [product.id]: { product, quantity: bounded } }
  const { [product.id]: _, ...others } = basket
  return others
}

/** Units, not lines: two of one and one of another are three. */
export function basketCount(basket: Basket): number {
  return Object.values(basket).reduce((sum, { quantity }) => sum + quantity, 0)
}

export function basketTotal(basket: Basket): Money {
  return add(...Object.values(basket).map(({ product, quantity }) => times(unitPrice(product), quantity)))
}

/** The cart with every basket line added. */
export function pourInto(cart: Cart, basket: Basket): Cart {
  return Object.values(basket).reduce(
    (filled, { product, quantity }) => addLine(filled, { number: product.number, quantity, picks: {} }),
    cart,
  )
}

/** '1 item', '3 items'. */
export function itemCount(count: number): string {
  return `${count} ${count === 1 ? 'item' : 'items'}`
}
