/** A cart without prices. Catalogue numbers never change and are short enough for a cookie. */

/** Counts by catalogue number in one unit of the mix. */
export type Picks = Readonly<Record<number, number>>
export type CartLine = { number: number; quantity: number; picks: Picks }
export type Cart = readonly CartLine[]

export const EMPTY_CART: Cart = []

/** Guards against typing errors; stock and order limits are lower. */
export const MAX_PER_LINE = 999
/** Limits the adding of lines. Merging two carts may exceed it. */
export const MAX_LINES = 500
/** Lines beyond this are ignored: a browser sends at most 4 KB. */
const MAX_PARSED_LINES = 2000

/** Returns a key that is equal for lines of the same product with the same picks. */
export function lineKey(line: Pick<CartLine, 'number' | 'picks'>): string {
  const picks = serializePicks(line.picks)
  return picks === '' ? `${line.number}` : `${line.number}-${picks}`
}

export function countItems(cart: Cart): number {
  return cart.reduce((sum, line) => sum + line.quantity, 0)
}

export function countPicks(picks: Picks): number {
  return Object.values(picks).reduce((sum, count) => sum + count, 0)
}

export function numbersIn(cart: Cart): Set<number> {
  return new Set(cart.flatMap((line) => [line.number, ...Object.keys(line.picks).map(Number)]))
}

/** Returns units by catalogue number. Picks use the tastemakers' own stock, so lines may share a product. */
export function unitsRequested(cart: Cart): Map<number, number> {
  const units = new Map<number, number>()
  const add = (number: number, count: number) => units.set(number, (units.get(number) ?? 0) + count)
  for (const { number, quantity, picks } of cart) {
    add(number, quantity)
    for (const [pick, count] of Object.entries(picks)) add(Number(pick), count * quantity)
  }
  return units
}

/** Returns the highest quantity that `available` allows next to the other lines. */
export function roomFor(line: CartLine, cart: Cart, available: ReadonlyMap<number, number>): number {
  const key = lineKey(line)
  const others = unitsRequested(cart.filter((other) => lineKey(other) !== key))
  const rooms = [...unitsRequested([{ ...line, quantity: 1 }])].map(([number, each]) =>
    Math.floor(((available.get(number) ?? 0) - (others.get(number) ?? 0)) / each),
  )
  return Math.max(0, Math.min(MAX_PER_LINE, ...rooms))
}

/** Adds to the line with the same key, or a new line. A full cart is returned unchanged. */
export function addLine(cart: Cart, line: CartLine): Cart {
  const key = lineKey(line)
  const present = cart.find((other) => lineKey(other) === key)
  if (present) return setQuantity(cart, key, present.quantity + line.quantity)
  if (cart.length >= MAX_LINES || line.quantity <= 0) return cart
  return [...cart, { ...line, quantity: Math.min(line.quantity, MAX_PER_LINE) }]
}

/** Sets the quantity of a line. A quantity of 0 or below removes the line. */
export function setQuantity(cart: Cart, key: string, quantity: number): Cart {
  if (quantity <= 0) return removeLine(cart, key)
  const bounded = Math.min(quantity, MAX_PER_LINE)
  return cart.map((line) => (lineKey(line) === key ? { ...line, quantity: bounded } : line))
}

export function removeLine(cart: Cart, key: string): Cart {
  return cart.filter((line) => lineKey(line) !== key)
}

/** '5*3.7.12': three of 5, one each of 7 and 12. Sorted, so that equal picks give equal texts. */
function serializePicks(picks: Picks): string {
  return Object.entries(picks)
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([number, count]) => (count === 1 ? number : `${number}*${count}`))
    .join('.')
}

export function quantityOf(cart: Cart, key: string): number {
  return cart.find((line) => lineKey(line) === key)?.quantity ?? 0
}

/** Returns '2x3_1x1-5*3.7': three of 2, one of 1 with picks. */
export function serializeCart(cart: Cart): string {
  return cart
    .map((line) => {
      const picks = serializePicks(line.picks)
      return picks === '' ? `${line.number}x${line.quantity}` : `${line.number}x${line.quantity}-${picks}`
    })
    .join('_')
}

const LINE = /^(\d{1,9})x(\d{1,3})(?:-([\d.*]{1,400}))?$/
const PICK = /^(\d{1,9})(?:\*(\d{1,2}))?$/

/** Leaves out malformed lines, since the text comes from a browser. */
export function parseCart(text: string): Cart {
  if (text === '') return EMPTY_CART
  const lines = new Map<string, CartLine>()
  for (const line of text.split('_', MAX_PARSED_LINES).flatMap(parseLine)) {
    const key = lineKey(line)
    const quantity = Math.min(line.quantity + (lines.get(key)?.quantity ?? 0), MAX_PER_LINE)
    lines.set(key, { ...line, quantity })
  }
  return [...lines.values()]
}

function parseLine(text: string): CartLine[] {
  const match = LINE.exec(text)
  if (!match) return []
  const picks = parsePicks(match[3] ?? '')
  const quantity = Number(match[2])
  return picks && quantity > 0 ? [{ number: Number(match[1]), quantity, picks }] : []
}

/** Parses '5*3.7.12'; null when malformed. */
export function parsePicks(text: string): Picks | null {
  if (text === '') return {}
  const picks: Record<number, number> = {}
  for (const part of text.split('.')) {
    const match = PICK.exec(part)
    const count = Number(match?.[2] ?? 1)
    if (!match || count === 0) return null
    const number = Number(match[1])
    picks[number] = (picks[number] ?? 0) + count
  }
  return picks
}

/** `addition` goes before the full stop. */
export function shortageMessage(name: string, stock: number, addition = ''): string {
  return stock <= 0 ? `${name} is out of stock.` : `Only ${stock} of ${name} left in stock${addition}.`
}

export function unitsMessage(name: string, max: number): string {
  return `You can order up to ${max} of ${name} at a time. For more, write to us.`
}
