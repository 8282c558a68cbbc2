/** Keeps browser and account together while somebody is signed in. Loaded only then. */
import { storeCart, storedCart } from '#app/cart/cart-store.ts'
import { type Cart, parseCart, serializeCart } from '#shop/carts/cart.ts'
import { serializeVersioned } from '#shop/carts/cart-cookie.ts'
import { rebase } from '#shop/carts/rebasing.ts'

/** Several quick changes are told together. */
const PAUSE_MS = 250

let isUnderWay = false
let isWanted = false
let timer: ReturnType<typeof setTimeout> | null = null

/** Tells the account of this browser's cart, and this browser of the account's. One request at a time. */
export function syncSoon(pause = PAUSE_MS): void {
  if (timer) clearTimeout(timer)
  timer = setTimeout(sync, pause)
}

async function sync(): Promise<void> {
  timer = null
  if (isUnderWay) {
    isWanted = true
    return
  }
  isUnderWay = true
  const { cart, mark } = storedCart()
  try {
    const answer = await ask(cart, mark)
    if (answer) settle(cart, parseCart(answer.written), answer.mark)
  } catch {
    // Without a network the cart waits here: the next change or page asks again.
  } finally {
    isUnderWay = false
    if (isWanted) syncSoon(0)
    isWanted = false
  }
}

/** Null when nobody is signed in, or the shop cannot tell just now. The request outlives the page. */
async function ask(
  cart: Cart | null,
  mark: string | null,
): Promise<{ written: string; mark: string } | null> {
  const text = cart === null ? '' : mark === null ? serializeCart(cart) : serializeVersioned(cart, mark)
  const body = new URLSearchParams(cart === null ? {} : { cart: text })
  const response = await fetch('/cart/sync', { method: 'POST', body, keepalive: true })
  return response.ok ? response.json() : null
}

/** What came back, with whatever this browser has changed since it asked. */
function settle(sent: Cart | null, answered: Cart, mark: string): void {
  const now = storedCart()
  const isChanged = sent !== null && now.cart !== null && serializeCart(now.cart) !== serializeCart(sent)
  const next = isChanged ? rebase(sent, now.cart ?? [], answered) : answered
  if (isChanged) isWanted = true
  const isKnown =
    !isChanged && now.cart !== null && now.mark === mark && serializeCart(now.cart) === serializeCart(next)
  if (!isKnown) storeCart(next, mark)
}
