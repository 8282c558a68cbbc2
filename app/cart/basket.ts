/** The shelf's basket: products that were chosen but are not in the cart yet. It is stored as a cart without picks. */
import { limitMessage } from '#shop/carts/adding.ts'
import { addLine, type Cart, lineKey, quantityOf, setQuantity } from '#shop/carts/cart.ts'
import { isCustomisable, type Product, unitPrice } from '#shop/catalogue/product.ts'
import { add, type Money, times } from '#shop/kernel/money.ts'

export function toBasketProduct({ imageUrls, ...product }: Product) {
  const { id, number, name, category, price, discountPrice, stockQuantity, tastemakerPicks } = product
  const basics = { id, number, name, category, price, discountPrice, stockQuantity, tastemakerPicks }
  return { ...basics, allergens: product.allergens, picture: imageUrls[0] ?? null }
}

export type BasketProduct = ReturnType<typeof toBasketProduct>
type BasketLine = { product: BasketProduct; quantity: number }

/** Returns the basket's lines at current prices: only products on sale, limited by stock and order limit. */
export function checkBasket(basket: Cart, products: readonly BasketProduct[], maxUnits: number) {
  const lines: BasketLine[] = []
  const notes = new Set<string>()
  for (const { number, quantity } of basket) {
    const product = products.find((entry) => entry.number === number)
    if (!product || isCustomisable(product)) {
      notes.add('Something in your basket is no longer sold, so we took it out.')
      continue
    }
    const max = Math.min(product.stockQuantity, maxUnits)
    if (quantity > max) notes.add(limitMessage(product, maxUnits))
    if (max > 0) lines.push({ product, quantity: Math.min(quantity, max) })
  }
  return { lines, notes: [...notes] }
}

export type CheckedBasket = ReturnType<typeof checkBasket>

export function quantityIn(basket: Cart, { number }: Pick<BasketProduct, 'number'>): number {
  return quantityOf(basket, lineKey({ number, picks: {} }))
}

export function setInBasket(
  basket: Cart,
  product: Pick<BasketProduct, 'number' | 'stockQuantity'>,
  quantity: number,
): Cart {
  const line = { number: product.number, quantity: Math.min(quantity, product.stockQuantity), picks: {} }
  return quantityIn(basket, product) > 0
    ? setQuantity(basket, lineKey(line), line.quantity)
    : addLine(basket, line)
}

export function basketTotal(lines: readonly BasketLine[]): Money {
  return add(...lines.map(({ product, quantity }) => times(unitPrice(product), quantity)))
}

export function addBasket(cart: Cart, basket: Cart): Cart {
  return basket.reduce(addLine, cart)
}

export function basketOf(lines: readonly BasketLine[]): Cart {
  return lines.map(({ product, quantity }) => ({ number: product.number, quantity, picks: {} }))
}

export function itemCount(count: number): string {
  return `${count} ${count === 1 ? 'item' : 'items'}`
}
