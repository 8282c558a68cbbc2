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
 * For signed-in customers: changes here reach the account, and those of other devices the badge, when the page is opened
 * or shown again. Visitors cause no request.
 */
export function useCartSync(): void {
  const { version } = useStoredCart()
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
  // Signing in inside the page loads no new document; a cart without a version shows it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation may have signed the customer in
  useEffect(() => {
    if (version !== null) return
    dropLongCart()
    sync(0)
  }, [key, version])
}
