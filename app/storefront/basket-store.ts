import { useSyncExternalStore } from 'react'
import { type Basket, EMPTY_BASKET } from '#app/storefront/basket.ts'

/** Lives as long as the visit: opening a product and coming back does not empty it. Only the browser writes it. */
let basket: Basket = EMPTY_BASKET
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useBasket(): Basket {
  return useSyncExternalStore(
    subscribe,
    () => basket,
    () => EMPTY_BASKET,
  )
}

export function changeBasket(change: (basket: Basket) => Basket): void {
  basket = change(basket)
  for (const listener of listeners) listener()
}
