import {
  addLine,
  type Cart,
  type CartLine,
  countPicks,
  MAX_LINES,
  shortageMessage,
  unitsMessage,
  unitsRequested,
} from '#shop/carts/cart.ts'
import { BROWSER_FULL, fitsCookie } from '#shop/carts/cart-cookie.ts'
import { mixMessage, mixState } from '#shop/carts/mix.ts'
import type { Sellable } from '#shop/catalogue/product.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { err, ok, type RefusalOf } from '#shop/kernel/result.ts'

type StockItem = Pick<Sellable, 'id' | 'number' | 'name' | 'stockQuantity'>
type Buyable = StockItem & Pick<Sellable, 'tastemakerPicks'>

/** `number`: the catalogue number of the product or pick. */
export type AddRefusal = RefusalOf<typeof addToCart>

/** Returns where a cart is stored. A visitor's cart is only in the browser, which has less room. */
export function storageOf(actor: Actor) {
  return actor.kind === 'person' ? 'account' : 'browser'
}

/**
 * `product`: undefined when not on sale. `picks`: all tastemakers for mixes. The cart's other lines count
 * against stock and `maxUnits`.
 */
export function addToCart(
  cart: Cart,
  line: CartLine,
  product: Buyable | undefined,
  picks: readonly StockItem[],
  maxUnits: number,
  storage: ReturnType<typeof storageOf> = 'browser',
) {
  if (!product) return err('not_sold')
  const problem = pickProblem(line, product, picks)
  if (problem) return problem
  const next = addLine(cart, line)
  if (next === cart) return err('cart_full')
  if (storage === 'browser' && !fitsCookie(next)) return err('browser_full')
  const products = [product, ...picks.filter((pick) => pick.id !== product.id)]
  return shortage(next, line, products, maxUnits) ?? ok(next)
}

function pickProblem(line: CartLine, { tastemakerPicks }: Buyable, picks: readonly StockItem[]) {
  const isKnown = (number: string) => picks.some((pick) => pick.number === Number(number))
  if (!Object.keys(line.picks).every(isKnown)) return err('pick_not_sold')
  const { isReady, picked, needed } = mixState(line.picks, tastemakerPicks)
  return isReady ? null : err('wrong_picks', { picked, needed })
}

/** Refuses when a product is short of stock or exceeds the limit per order. */
function shortage(cart: Cart, line: CartLine, products: readonly StockItem[], maxUnits: number) {
  const units = unitsRequested(cart)
  const parts = products.filter((product) => product.number === line.number || line.picks[product.number])
  const unitsOf = ({ number }: StockItem) => units.get(number) ?? 0
  const short = parts.find((product) => product.stockQuantity < Math.min(unitsOf(product), maxUnits))
  if (!short) {
    const overLimit = parts.find((product) => unitsOf(product) > maxUnits)
    if (!overLimit) return null
    return err('too_many', { number: overLimit.number, name: overLimit.name, max: maxUnits })
  }
  const { number, name, stockQuantity: left } = short
  if (left <= 0) return err('out_of_stock', { number, name })
  const isAlone = cart.length === 1 && cart[0]?.quantity === line.quantity
  return err('too_few_left', { number, name, left, holdsSome: !isAlone })
}

export function addRefusalMessage(refusal: AddRefusal): string {
  switch (refusal.reason) {
    case 'not_sold':
      return 'This product is no longer sold.'
    case 'pick_not_sold':
      return 'One of these tastemakers is no longer sold. Choose again.'
    case 'wrong_picks': {
      const { picked, needed } = refusal
      if (picked < needed) return mixMessage({ picked, needed, isReady: false, isFull: false })
      return `That is ${picked}. Take ${picked - needed} out: the mix holds ${needed}.`
    }
    case 'cart_full':
      return `A cart holds at most ${MAX_LINES} different things. Take one out first.`
    case 'browser_full':
      return BROWSER_FULL
    case 'out_of_stock':
      return shortageMessage(refusal.name, 0)
    case 'too_few_left': {
      const addition = refusal.holdsSome ? ', and your cart already holds some' : ''
      return shortageMessage(refusal.name, refusal.left, addition)
    }
    case 'too_many':
      return unitsMessage(refusal.name, refusal.max)
  }
}

/** Returns how many units of one tastemaker each of `quantity` mixes may contain. */
export function maxPicks(stock: number, quantity: number, maxUnits: number): number {
  return Math.floor(Math.min(stock, maxUnits) / Math.max(1, quantity))
}

/** Returns at least 1, so that a quantity can be shown. */
export function maxMixes(
  product: Pick<StockItem, 'stockQuantity'>,
  line: Pick<CartLine, 'picks'>,
  picks: readonly StockItem[],
  maxUnits: number,
): number {
  const max = Math.min(product.stockQuantity, maxUnits)
  if (countPicks(line.picks) === 0) return Math.max(1, max)
  const each = picks.flatMap(({ number, stockQuantity }) => {
    const count = line.picks[number] ?? 0
    return count > 0 ? [Math.floor(Math.min(stockQuantity, maxUnits) / count)] : []
  })
  return Math.max(1, Math.min(max, ...each))
}

/** Reduces an earlier mix to what stock and order limit allow. `notes`: the changes, one sentence each. */
export function limitMix(mix: CartLine, product: StockItem, all: readonly StockItem[], maxUnits: number) {
  const notes = new Set<string>()
  const picks: Record<number, number> = {}
  for (const [key, count] of Object.entries(mix.picks)) {
    const pick = all.find(({ number }) => number === Number(key))
    const maxCount = pick ? maxPicks(pick.stockQuantity, 1, maxUnits) : 0
    if (count > maxCount)
      notes.add(pick ? limitMessage(pick, maxUnits) : 'One of your tastemakers is no longer sold.')
    if (maxCount > 0) picks[Number(key)] = Math.min(count, maxCount)
  }
  const quantity = Math.min(mix.quantity, maxMixes(product, { picks }, all, maxUnits))
  if (Math.min(product.stockQuantity, maxUnits) < mix.quantity) notes.add(limitMessage(product, maxUnits))
  else if (quantity < mix.quantity) notes.add(`These tastemakers are enough for ${quantity} of this mix.`)
  return { mix: { ...mix, picks, quantity }, notes: [...notes] }
}

export function limitMessage({ name, stockQuantity }: StockItem, maxUnits: number): string {
  return stockQuantity > maxUnits ? unitsMessage(name, maxUnits) : shortageMessage(name, stockQuantity)
}
