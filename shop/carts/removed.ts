import {
  type Cart,
  type CartLine,
  countItems,
  lineKey,
  MAX_LINES,
  parseCart,
  quantityOf,
  removeLine,
  serializeCart,
} from '#shop/carts/cart.ts'

/** Neighbouring lines and the index of the first. */
export type RemovedLines = { at: number; lines: Cart }

/** Returns the line with this key, for null all lines. */
export function selectLines(cart: Cart, key: string | null): RemovedLines {
  if (key === null) return { at: 0, lines: cart }
  const isRemoved = (line: CartLine) => lineKey(line) === key
  return { at: cart.findIndex(isRemoved), lines: cart.filter(isRemoved) }
}

export function removeLines(cart: Cart, { lines }: RemovedLines): Cart {
  return lines.reduce((rest, line) => removeLine(rest, lineKey(line)), cart)
}

/**
 * Restores lines in their place. A line that was added again in the meantime stays where it is, with the larger
 * quantity. Lines beyond MAX_LINES are left out.
 */
export function restoreLines(cart: Cart, { at, lines }: RemovedLines): Cart {
  const present = new Set(cart.map(lineKey))
  const missing = lines.filter((line) => !present.has(lineKey(line)))
  return [...cart.slice(0, at), ...missing, ...cart.slice(at)]
    .map((line) => ({ ...line, quantity: Math.max(line.quantity, quantityOf(lines, lineKey(line))) }))
    .slice(0, Math.max(MAX_LINES, cart.length))
}

/** Restores everything that was removed, latest first. */
export function restoreAll(cart: Cart, steps: readonly RemovedLines[]): Cart {
  return steps.reduceRight(restoreLines, cart)
}

export function countRemoved(steps: readonly RemovedLines[]): number {
  return countItems(steps.flatMap(({ lines }) => lines))
}

/** Browsers store 4096 bytes in one cookie, attributes included. */
const MAX_CHARS = 3700

/** Returns '2~1x3_4x1!0~5x1'. Drops the earliest removals when the text is too long for a cookie. */
export function serializeRemoved(steps: readonly RemovedLines[]): string {
  const text = steps.map(({ at, lines }) => `${at}~${serializeCart(lines)}`).join('!')
  return text.length <= MAX_CHARS ? text : serializeRemoved(steps.slice(1))
}

/** Leaves out malformed entries, since the text comes from a browser. */
export function parseRemoved(text: string): RemovedLines[] {
  if (text.length > MAX_CHARS) return []
  return text.split('!').flatMap((step) => {
    const [, at, written = ''] = /^(\d{1,4})~(.+)$/.exec(step) ?? []
    const lines = parseCart(written)
    return at === undefined || lines.length === 0 ? [] : [{ at: Number(at), lines }]
  })
}
