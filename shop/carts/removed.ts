/** What was just taken out of a cart, so that it can be put back exactly; the browser and the server use the same functions. */
import { type Cart, lineKey, MAX_LINES, parseCart, removeLine, serializeCart } from '#shop/carts/cart.ts'
import { larger } from '#shop/carts/merging.ts'

/** Neighbouring lines, and the index of the first. */
export type Removed = { at: number; lines: Cart }

/** The line with this key, or all lines for null. */
export function removedFrom(cart: Cart, key: string | null): Removed {
  const at = key === null ? 0 : cart.findIndex((line) => lineKey(line) === key)
  return { at, lines: key === null ? cart : cart.filter((line) => lineKey(line) === key) }
}

/** The cart without those lines. */
export function takeOut(cart: Cart, { lines }: Removed): Cart {
  return lines.reduce((rest, line) => removeLine(rest, lineKey(line)), cart)
}

/**
 * The cart with the lines in their place again. A line that was added anew meanwhile stays where it is, with the larger
 * quantity. Lines beyond MAX_LINES are left out.
 */
export function putBack(cart: Cart, { at, lines }: Removed): Cart {
  const present = new Set(cart.map(lineKey))
  const missing = lines.filter((line) => !present.has(lineKey(line)))
  const place = [...cart.slice(0, at), ...missing, ...cart.slice(at)]
  return place
    .map(
      (line) =>
        larger(
          [line],
          lines.filter((other) => lineKey(other) === lineKey(line)),
        )[0] ?? line,
    )
    .slice(0, Math.max(MAX_LINES, cart.length))
}

/** Cookies keep at most 4096 bytes, attributes included. */
const MAX_CHARS = 3700

/** '2~1x3_4x1': from the third line on; '' for nothing, or too much for a cookie. */
export function serializeRemoved({ at, lines }: Removed): string {
  const text = `${at}~${serializeCart(lines)}`
  return lines.length > 0 && text.length <= MAX_CHARS ? text : ''
}

/** Parses the text of `serializeRemoved`, which comes from a browser; null for anything else. */
export function parseRemoved(text: string): Removed | null {
  const [, at, written = ''] = /^(\d{1,4})~(.{1,3700})$/.exec(text) ?? []
  const lines = parseCart(written)
  return at === undefined || lines.length === 0 ? null : { at: Number(at), lines }
}
