/**
 * A cart: what somebody wants, without prices. Products are named by their catalogue number, which keeps the written
 * form short enough for a cookie. A custom mix is a line of its own, keyed by product and picks.
 */

/** How often each tastemaker (by catalogue number) goes into one unit of the mix. */
export type Picks = Readonly<Record<number, number>>
export type CartLine = { number: number; quantity: number; picks: Picks }
export type Cart = readonly CartLine[]

export const EMPTY_CART: Cart = []

/** Nobody means to order more of one line; the stock refuses long before. */
export const MAX_PER_LINE = 999
/** Nobody means to order more different things at once; a cart may still grow beyond it when two are put together. */
export const MAX_LINES = 500
/** A text longer than this is not read on: a browser sends 4 KB, an account's cart stays far below. */
const MOST_READ = 2000

/** Lines with the same product and picks are the same line. */
export function lineKey(line: Pick<CartLine, 'number' | 'picks'>): string {
  const picks = writePicks(line.picks)
  return picks === '' ? `${line.number}` : `${line.number}-${picks}`
}

export function countItems(cart: Cart): number {
  return cart.reduce((sum, line) => sum + line.quantity, 0)
}

export function countPicks(picks: Picks): number {
  return Object.values(picks).reduce((sum, count) => sum + count, 0)
}

/** Adds to the line that is already there, or a new line. A cart that is full of lines stays as it is. */
export function addLine(cart: Cart, line: CartLine): Cart {
  const key = lineKey(line)
  const present = cart.find((other) => lineKey(other) === key)
  if (present) return setQuantity(cart, key, present.quantity + line.quantity)
  if (cart.length >= MAX_LINES || line.quantity <= 0) return cart
  return [...cart, { ...line, quantity: Math.min(line.quantity, MAX_PER_LINE) }]
}

/** Sets a line's quantity; 0 or below removes the line. */
export function setQuantity(cart: Cart, key: string, quantity: number): Cart {
  if (quantity <= 0) return removeLine(cart, key)
  const bounded = Math.min(quantity, MAX_PER_LINE)
  return cart.map((line) => (lineKey(line) === key ? { ...line, quantity: bounded } : line))
}

export function removeLine(cart: Cart, key: string): Cart {
  return cart.filter((line) => lineKey(line) !== key)
}

/** '5*3.7.12' : three of 5, one each of 7 and 12. Sorted, so that equal picks are written alike. */
function writePicks(picks: Picks): string {
  return Object.entries(picks)
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([number, count]) => (count === 1 ? number : `${number}*${count}`))
    .join('.')
}

/** The quantity of a line; 0 when it is not there. */
export function quantityOf(cart: Cart, key: string): number {
  return cart.find((line) => lineKey(line) === key)?.quantity ?? 0
}

/** The cart as text in the characters a cookie may hold: '2x3_1x1-5*3.7' (three of 2; one of 1 with picks). */
export function serializeCart(cart: Cart): string {
  return cart
    .map(({ number, quantity, picks }) => {
      const written = writePicks(picks)
      return written === '' ? `${number}x${quantity}` : `${number}x${quantity}-${written}`
    })
    .join('_')
}

const LINE = /^(\d{1,9})x(\d{1,3})(?:-([\d.*]{1,400}))?$/
const PICK = /^(\d{1,9})(?:\*(\d{1,2}))?$/

/** Reads what writeCart wrote. A line that makes no sense is left out: the text comes from a browser. */
export function parseCart(text: string): Cart {
  if (text === '') return EMPTY_CART
  const lines = new Map<string, CartLine>()
  for (const line of text.split('_', MOST_READ).flatMap(readLine)) {
    const key = lineKey(line)
    const quantity = Math.min(line.quantity + (lines.get(key)?.quantity ?? 0), MAX_PER_LINE)
    lines.set(key, { ...line, quantity })
  }
  return [...lines.values()]
}

function readLine(text: string): CartLine[] {
  const match = LINE.exec(text)
  if (!match) return []
  const picks = parsePicks(match[3] ?? '')
  const quantity = Number(match[2])
  return picks && quantity > 0 ? [{ number: Number(match[1]), quantity, picks }] : []
}

/** Reads '5*3.7.12'; null when it makes no sense. */
export function parsePicks(text: string): Picks | null {
  if (text === '') return {}
  const picks: Record<number, number> = {}
  for (const part of text.split('.')) {
    const match = PICK.exec(part)
    if (!match) return null
    const number = Number(match[1])
    picks[number] = (picks[number] ?? 0) + Number(match[2] ?? 1)
  }
  return picks
}

/** Says how many of a product one order may hold, and what to do for more. */
export function unitsMessage(name: string, most: number): string {
  return `You can order up to ${most} of ${name} at a time. For more, write to us.`
}
