import { useEffect } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { useStoredCart } from '#app/cart/cart-store.ts'
import { useHydrated } from '#app/kit/use-hydrated.ts'
import { type Cart, parseCart, serializeCart } from '#shop/carts/cart.ts'

/**
 * The cart of this moment, as this tab and the others change it. When it is no longer the one that the page was
 * loaded with, the page's data are fetched anew, behind what is already shown.
 */
export function useLiveCart(loaded: string): Cart {
  const { cart } = useStoredCart()
  const isHydrated = useHydrated()
  const { revalidate } = useRevalidator()
  const { state } = useNavigation()
  // An account's long cart may not have come to this browser yet.
  const stored = cart ?? parseCart(loaded)
  const written = serializeCart(stored)
  const isStale = isHydrated && state === 'idle' && written !== loaded

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change during a fetch, or a late answer, asks again
  useEffect(() => {
    if (isStale) void revalidate()
  }, [isStale, written, loaded])

  return isHydrated ? stored : parseCart(loaded)
}
