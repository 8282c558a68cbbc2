/** Picks that are not in the cart yet. They are in local storage, shared by all tabs, one mix per product. */
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

const MAX_AGE_MS = 21 * DAY_MS
/** Beyond this number, the oldest mixes are dropped. */
const MAX_MIXES = 20

let raw = ''
let parsed: Cart = EMPTY_CART

/**
 * Returns the stored mixes. The text is '1763888400000~1x1-5*3.7~owner': time of the last change, mixes as cart
 * lines, owner of the cart.
 */
function mixes(): Cart {
  const owner = currentOwner()
  const text = readLocal(MIXES)
  if (raw !== `${text} ${owner}`) {
    raw = `${text} ${owner}`
    parsed = parseMixes(text, Date.now(), owner)
  }
  return parsed
}

/** Returns the owner of the stored cart, who stays the same after signing out, until another person signs in. */
function currentOwner(): string {
  return ownerOf(storedCart().version)
}

/** Parses stored mixes. Returns none if the text is malformed, older than three weeks or another account's. */
export function parseMixes(text: string, now: number, owner: string): Cart {
  const [time = '', lines = '', textOwner = ''] = text.split('~', 3)
  const isForeign = textOwner !== '' && owner !== '' && textOwner !== owner
  return !isForeign && now - Number(time) < MAX_AGE_MS ? parseCart(lines) : EMPTY_CART
}

/** Returns the stored mix of this product, or null. Until hydration: `rendered`, from the cookie `mixes`. */
export function useStoredMix(number: number, rendered: CartLine | null): CartLine | null {
  return useSyncExternalStore(
    subscribe,
    () => storedMix(number),
    () => rendered,
  )
}

/** Returns the stored mix of this product, or null. It is the same object until the mix changes. */
export function storedMix(number: number): CartLine | null {
  return mixes().find((line) => line.number === number) ?? null
}

export function withMix(mixes: Cart, mix: CartLine): Cart {
  const others = mixes.filter((line) => line.number !== mix.number)
  const isEmpty = countPicks(mix.picks) === 0 && mix.quantity === 1
  return isEmpty ? others : [...others, mix].slice(-MAX_MIXES)
}

/** Replaces the product's stored mix. An empty mix deletes it. Returns false if the browser cannot store it. */
export function storeMix(mix: CartLine): boolean {
  const next = withMix(mixes(), mix)
  // The cookie contains picks that a form sent before hydration. The stored mixes are newer.
  writeCookie('mixes', '', 0, MIXES_PATH)
  const isStored = writeLocal(
    MIXES,
    next.length > 0 ? `${Date.now()}~${serializeCart(next)}~${currentOwner()}` : '',
  )
  announceChange()
  return isStored
}
