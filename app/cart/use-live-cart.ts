import { useEffect } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { changeCart, useStoredCart } from '#app/cart/cart-store.ts'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { type Cart, serializeCart } from '#shop/carts/cart.ts'

/** The current cart, with changes of other tabs. When it differs from the loaded one, the page's data load again. */
export function useLiveCart(loaded: Cart): Cart {
  const { cart } = useStoredCart()
  const isHydrated = useHydrated()
  const { revalidate } = useRevalidator()
  const { state } = useNavigation()
  // An account's long cart may not have come to this browser yet.
  const stored = cart ?? loaded
  const [storedText, loadedText] = [serializeCart(stored), serializeCart(loaded)]
  const isStale = isHydrated && state === 'idle' && storedText !== loadedText

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change during a fetch, or a late answer, asks again
  useEffect(() => {
    if (isStale) void revalidate()
  }, [isStale, storedText, loadedText])

  return isHydrated ? stored : loaded
}

/** Notifies the header and other tabs that an order has emptied the cart. */
export function useOrderedCart() {
  useEffect(() => {
    changeCart((cart) => cart)
  }, [])
}
