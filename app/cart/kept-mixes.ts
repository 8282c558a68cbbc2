/** Picks that are not in the cart yet: kept by this browser and shared by its tabs, one mix of each product. */
import { useSyncExternalStore } from 'react'
import { announceChange, storedCart, subscribe } from '#app/cart/cart-store.ts'
import { readLocal, writeCookie, writeLocal } from '#app/kit/browser/browser-state.ts'
import { MIXES, MIXES_PATH } from '#app/kit/paths.ts'
import {
  type Cart,
  type CartLine,
  countPicks,
  EMPTY_CART,
  parseCart,
  serializeCart,
} from '#shop/carts/cart.ts'
import { ownerOf } from '#shop/carts/cart-cookie.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'

const KEPT_MS = 21 * DAY_MS
/** More than this many mixes at a time: the oldest are forgotten. */
const MAX_MIXES = 20

let raw = ''
let parsed: Cart = EMPTY_CART

/** Stored as '1763888400000~1x1-5*3.7~owner': time of the last change, the mixes as cart lines, owner of the cart. */
function mixes(): Cart {
  const owner = ownerNow()
  const text = readLocal(MIXES)
  if (raw !== `${text} ${owner}`) {
    raw = `${text} ${owner}`
    parsed = parseMixes(text, Date.now(), owner)
  }
  return parsed
}

/** Survives a session that expires, and changes when the next person signs in. */
function ownerNow(): string {
  return ownerOf(storedCart().version)
}

/** The mixes of a stored text; none when it is malformed, older than three weeks or of another account. */
export function parseMixes(text: string, now: number, owner: string): Cart {
  const [time = '', lines = '', whose = ''] = text.split('~', 3)
  const isOthers = whose !== '' && owner !== '' && whose !== owner
  return !isOthers && now - Number(time) < KEPT_MS ? parseCart(lines) : EMPTY_CART
}

/** The kept mix of this product, null when there is none; until hydration `rendered`, which the server knows of. */
export function useKeptMix(number: number, rendered: CartLine | null): CartLine | null {
  return useSyncExternalStore(
    subscribe,
    () => keptMix(number),
    () => rendered,
  )
}

/** The same object until it changes. */
export function keptMix(number: number): CartLine | null {
  return mixes().find((line) => line.number === number) ?? null
}

export function withMix(mixes: Cart, mix: CartLine): Cart {
  const others = mixes.filter((line) => line.number !== mix.number)
  const isEmpty = countPicks(mix.picks) === 0 && mix.quantity === 1
  return isEmpty ? others : [...others, mix].slice(-MAX_MIXES)
}

/** Keeps this mix in place of the product's earlier one; an empty one is forgotten. False when it can't be kept. */
export function keepMix(mix: CartLine): boolean {
  const next = withMix(mixes(), mix)
  // The cookie has the picks of a form sent before hydration; these are newer.
  writeCookie('mixes', '', 0, MIXES_PATH)
  const isKept = writeLocal(
    MIXES,
    next.length > 0 ? `${Date.now()}~${serializeCart(next)}~${ownerNow()}` : '',
  )
  announceChange()
  return isKept
}
