import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { dropLongCart, notifyChanges, useStoredCart } from '#app/cart/cart-store.ts'
import { readAccountHint } from '#app/kit/account-hint.ts'

function isSignedIn(): boolean {
  return readAccountHint() !== ''
}

function sync(pause?: number): void {
  if (isSignedIn()) void import('#app/cart/sync-client.ts').then(({ syncSoon }) => syncSoon(pause))
}

function syncWhenSeen(): void {
  if (document.visibilityState === 'visible') sync(0)
}

/**
 * For everybody who is signed in: what changes here reaches the account, and the badge shows what other devices did, as
 * soon as the page is opened or looked at again. Visitors cause no request.
 */
export function useCartSync(): void {
  const { mark } = useStoredCart()
  const { key } = useLocation()
  useEffect(() => {
    notifyChanges(() => sync())
    syncWhenSeen()
    document.addEventListener('visibilitychange', syncWhenSeen)
    return () => {
      notifyChanges(null)
      document.removeEventListener('visibilitychange', syncWhenSeen)
    }
  }, [])
  // Signing in inside the page opens no new document: the cart without a mark tells.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation may have signed somebody in
  useEffect(() => {
    if (mark !== null) return
    dropLongCart()
    sync(0)
  }, [key, mark])
}
