import { addToCart } from '#shop/carts/adding.ts'
import {
  addLine,
  type Cart,
  type CartLine,
  EMPTY_CART,
  lineKey,
  MAX_LINES,
  quantityOf,
  roomFor,
  shortageMessage,
  unitsMessage,
} from '#shop/carts/cart.ts'
import { mixState } from '#shop/carts/mix.ts'
import { type Sellable, unitPrice } from '#shop/catalogue/product.ts'
import { formatPrice, type Money } from '#shop/kernel/money.ts'

/** A line of an earlier order. Ids are null for deleted products. */
export type EarlierLine = {
  productId: string | null
  name: string
  quantity: number
  unitPrice: Money
  tastemakers: readonly { productId: string | null; name: string; count: number }[]
}

type Product = Omit<Sellable, 'slug' | 'category' | 'imageUrls' | 'shortDescription' | 'allergens'>

export type Shelf = { products: readonly Product[]; maxUnits: number }

/** `pickAgain`: the mix to pick again, with the picks to begin with. */
export type ReorderNote = { text: string; pickAgain: { productId: string; mix: CartLine } | null }

type FoundLine = { line: CartLine; earlier: EarlierLine; product: Product; picks: Product[] }

/** Returns the line as it can be bought now, or the reason why it cannot. */
function findLine(earlier: EarlierLine, { products }: Shelf): FoundLine | ReorderNote {
  const byId = (id: string | null) => products.find((product) => product.id === id)
  const { name, quantity } = earlier
  const product = byId(earlier.productId)
  if (!product) return { text: `We no longer sell ${name}.`, pickAgain: null }
  const tastemakers = earlier.tastemakers.map((pick) => ({ ...pick, product: byId(pick.productId) }))
  const picked = tastemakers.flatMap(({ product: pick, count }) => (pick?.isPick ? [{ pick, count }] : []))
  const picks = Object.fromEntries(picked.map(({ pick, count }) => [pick.number, count]))
  const line = { number: product.number, quantity, picks }
  const pickAgain = { productId: product.id, mix: line }
  const unavailable = tastemakers.filter((pick) => !pick.product?.isPick)
  if (unavailable.length > 0) {
    const names = unavailable.map((pick) => pick.name).join(', ')
    return { text: `${name} isn’t in your cart: we no longer sell ${names}.`, pickAgain }
  }
  const { isReady, needed } = mixState(picks, product.tastemakerPicks)
  if (!isReady) return { text: `${name} isn’t in your cart: it now takes ${needed} tastemakers.`, pickAgain }
  return { line, earlier, product, picks: picked.map(({ pick }) => pick) }
}

function findLines(lines: readonly EarlierLine[], shelf: Shelf): FoundLine[] {
  const entries = lines.map((line) => findLine(line, shelf)).filter((found) => 'line' in found)
  const combined = entries.map(({ line }) => line).reduce(addLine, EMPTY_CART)
  return combined.flatMap((line) => {
    const found = entries.find((entry) => lineKey(entry.line) === lineKey(line))
    return found ? [{ ...found, line }] : []
  })
}

function roomOf({ line, product, picks }: FoundLine, cart: Cart, { maxUnits }: Shelf): number {
  const available = [product, ...picks].map(
    ({ number, stockQuantity }) => [number, Math.min(stockQuantity, maxUnits)] as const,
  )
  return roomFor(line, cart, new Map(available))
}

/**
 * Adds as much of each line as stock and limits allow. `isRepeat`: adds only what the cart lacks, so that sending the
 * same form twice adds nothing.
 */
export function addAgain(
  cart: Cart,
  lines: readonly EarlierLine[],
  shelf: Shelf,
  { isRepeat }: { isRepeat: boolean },
): Cart {
  return findLines(lines, shelf).reduce((next, found) => {
    const inCart = quantityOf(next, lineKey(found.line))
    const missingUnits = found.line.quantity - (isRepeat ? inCart : 0)
    const quantity = Math.min(missingUnits, roomOf(found, next, shelf) - inCart)
    if (quantity <= 0) return next
    const line = { ...found.line, quantity }
    const result = addToCart(next, line, found.product, found.picks, shelf.maxUnits, 'account')
    return result.ok ? result.value : next
  }, cart)
}

/** Returns notes about lines that are no longer sold, short of stock or priced differently than in the order. */
export function changesSinceOrder(lines: readonly EarlierLine[], cart: Cart, shelf: Shelf): ReorderNote[] {
  const missing = lines.map((line) => findLine(line, shelf)).filter((found) => 'text' in found)
  return [...missing, ...findLines(lines, shelf).flatMap((found) => lineChanges(found, cart, shelf))]
}

function lineChanges(found: FoundLine, cart: Cart, shelf: Shelf): ReorderNote[] {
  const { line, earlier, product, picks } = found
  const [inCart, now] = [quantityOf(cart, lineKey(line)), unitPrice(product)]
  const room = roomOf(found, cart, shelf)
  const changes: ReorderNote[] = []
  if (inCart >= room) {
    const roomIn = ({ number, stockQuantity }: Product) => stockQuantity / (line.picks[number] ?? 1)
    const short = [product, ...picks].toSorted((a, b) => roomIn(a) - roomIn(b))[0] ?? product
    const isLimit = short.stockQuantity >= shelf.maxUnits
    const text = isLimit
      ? unitsMessage(short.name, shelf.maxUnits)
      : shortageMessage(short.name, short.stockQuantity)
    const mix = { productId: product.id, mix: line }
    changes.push({ text, pickAgain: inCart === 0 && picks.length > 0 ? mix : null })
  } else if (inCart === 0 && cart.length >= MAX_LINES) {
    changes.push({ text: `Your cart is full, so ${earlier.name} isn’t in it.`, pickAgain: null })
  }
  if (inCart > 0 && now !== earlier.unitPrice) {
    const text = `${earlier.name} was ${formatPrice(earlier.unitPrice)} then and is ${formatPrice(now)} now.`
    changes.push({ text, pickAgain: null })
  }
  return changes
}

export function hasAnyLine(lines: readonly EarlierLine[], cart: Cart, shelf: Shelf): boolean {
  return findLines(lines, shelf).some(({ line }) => quantityOf(cart, lineKey(line)) > 0)
}
