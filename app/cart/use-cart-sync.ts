import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { announceChange, dropLongCart, notifyChanges, useCartVersion } from '#app/cart/cart-store.ts'
import { readAccountHint } from '#app/kit/browser/browser-state.ts'

function isSignedIn(): boolean {
  return readAccountHint() !== ''
}

function sync(pause?: number): void {
  if (isSignedIn()) void import('#app/cart/sync-client.ts').then(({ syncSoon }) => syncSoon(pause))
}

function syncWhenSeen(): void {
  if (document.visibilityState !== 'visible') return
  announceChange()
  sync(0)
}

/** Syncs a signed-in customer's cart after each change and when the page is shown. Visitors cause no request. */
export function useCartSync(): void {
  const version = useCartVersion()
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
  // Signing in and out load no new document. A cart without a version has not been synced since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation may have signed the customer in or out
  useEffect(() => {
    announceChange()
    if (version !== null) return
    dropLongCart()
    sync(0)
  }, [key, version])
}
