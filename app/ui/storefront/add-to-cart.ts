/** Putting a product, or a mix of picks, into a cart: the same rules in the browser and in the action. */
import { addLine, type Cart, type CartLine, countPicks, MOST_LINES } from '#shop/carts/cart.ts'
import { mixMessage, mixState } from '#shop/carts/mix.ts'
import { unitsWanted, wantedLines } from '#shop/carts/priced-cart.ts'
import type { Product } from '#shop/catalogue/product.ts'

type Stocked = Pick<Product, 'id' | 'number' | 'name' | 'stockQuantity'>
type Buyable = Stocked & Pick<Product, 'tastemakerPicks'>

export type Addition = { ok: true; cart: Cart } | { ok: false; message: string }

/**
 * The cart with the line added, or the sentence that says why not. `picks` are the tastemakers that may go into a
 * mix. What the cart already holds counts: together they may not be more than the stock.
 */
export function addToCart(cart: Cart, line: CartLine, product: Buyable, picks: readonly Stocked[]): Addition {
  const message = pickProblem(line, product, picks)
  if (message) return { ok: false, message }
  const next = addLine(cart, line)
  if (next === cart) {
    return { ok: false, message: `A cart holds at most ${MOST_LINES} different things. Take one out first.` }
  }
  const short = shortage(next, line, [product, ...picks])
  return short ? { ok: false, message: short } : { ok: true, cart: next }
}

function pickProblem(line: CartLine, { tastemakerPicks }: Buyable, picks: readonly Stocked[]): string | null {
  const state = mixState(line.picks, tastemakerPicks)
  const known = Object.keys(line.picks).every((number) =>
    picks.some((pick) => pick.number === Number(number)),
  )
  if (!known) return 'One of these tastemakers is no longer sold. Choose again.'
  if (state.isReady) return null
  const over = state.picked - state.needed
  return over > 0
    ? `That is ${state.picked}. Take ${over} out: the mix holds ${state.needed}.`
    : mixMessage(state)
}

/** What runs out first, in words; null when everything is there. */
function shortage(cart: Cart, line: CartLine, products: readonly Stocked[]): string | null {
  const units = unitsWanted(wantedLines(cart, products))
  const taken = products.filter((product) => product.number === line.number || line.picks[product.number])
  const short = taken.find((product) => product.stockQuantity < (units.get(product.id) ?? 0))
  if (!short) return null
  if (short.stockQuantity <= 0) return `${short.name} is out of stock.`
  const isAlone = cart.length === 1 && cart[0]?.quantity === line.quantity
  return `Only ${short.stockQuantity} of ${short.name} left in stock${isAlone ? '' : ', and your cart already holds some'}.`
}

/** How often one tastemaker can go into each of `quantity` mixes. */
export function mostPicks(stock: number, quantity: number): number {
  return Math.floor(stock / Math.max(1, quantity))
}

/** How many mixes with these picks the stock allows, at least 1 so that a quantity can be shown. */
export function mostMixes(
  product: Pick<Product, 'stockQuantity'>,
  line: Pick<CartLine, 'picks'>,
  picks: readonly Stocked[],
): number {
  if (countPicks(line.picks) === 0) return Math.max(1, product.stockQuantity)
  const each = picks.flatMap(({ number, stockQuantity }) => {
    const count = line.picks[number] ?? 0
    return count > 0 ? [Math.floor(stockQuantity / count)] : []
  })
  return Math.max(1, Math.min(product.stockQuantity, ...each))
}
