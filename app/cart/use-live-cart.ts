import { useEffect } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { changeCart, useStoredCart } from '#app/cart/cart-store.ts'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { type Cart, serializeCart } from '#shop/carts/cart.ts'

/** Returns the current cart, with changes of other tabs. Reloads the page's data if the loaded cart differs. */
export function useLiveCart(loaded: Cart): Cart {
  const { cart } = useStoredCart()
  const isHydrated = useHydrated()
  const { revalidate } = useRevalidator()
  const { state } = useNavigation()
  // An account's long cart may not be fetched yet.
  const stored = cart ?? loaded
  const [storedText, loadedText] = [serializeCart(stored), serializeCart(loaded)]
  const isStale = isHydrated && state === 'idle' && storedText !== loadedText

  // biome-ignore lint/correctness/useExhaustiveDependencies: reload again after each change of either cart
  useEffect(() => {
    if (isStale) void revalidate()
  }, [isStale, storedText, loadedText])

  return isHydrated ? stored : loaded
}

/** Notifies the header and other tabs when an order has emptied the cart. */
export function useOrderedCart() {
  useEffect(() => {
    changeCart((cart) => cart)
  }, [])
}
