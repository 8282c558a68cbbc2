/** Keeps browser and account together while somebody is signed in. Loaded only then. */
import { keepCart, keptCart } from '#app/cart/cart-store.ts'
import { type Cart, readCart, writeCart } from '#shop/carts/cart.ts'
import { writeMarked } from '#shop/carts/cart-cookie.ts'
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
  const { cart, mark } = keptCart()
  try {
    const answer = await ask(cart, mark)
    if (answer) settle(cart, readCart(answer.written), answer.mark)
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
  const text = cart === null ? '' : mark === null ? writeCart(cart) : writeMarked(cart, mark)
  const body = new URLSearchParams(cart === null ? {} : { cart: text })
  const response = await fetch('/cart/sync', { method: 'POST', body, keepalive: true })
  return response.ok ? response.json() : null
}

/** What came back, with whatever this browser has changed since it asked. */
function settle(sent: Cart | null, answered: Cart, mark: string): void {
  const now = keptCart()
  const isChanged = sent !== null && now.cart !== null && writeCart(now.cart) !== writeCart(sent)
  const next = isChanged ? rebase(sent, now.cart ?? [], answered) : answered
  if (isChanged) isWanted = true
  const isKnown =
    !isChanged && now.cart !== null && now.mark === mark && writeCart(now.cart) === writeCart(next)
  if (!isKnown) keepCart(next, mark)
}
