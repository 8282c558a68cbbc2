/** State that only the browser knows; pages render without it first, so that hydration finds what the server sent. */
import { useSyncExternalStore } from 'react'

export type AccountHint = '' | 'customer' | 'worker' | 'admin'

/** The cookie's present value; '' for visitors. */
export function readAccountHint(): AccountHint {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith('account='))
  const value = pair?.slice('account='.length) ?? ''
  return value === 'customer' || value === 'worker' || value === 'admin' ? value : ''
}

/** Cookies have no change event; the menu reads it at each render. */
const subscribe = () => () => {}

/** The kind of account links to show; the server's value until hydration. */
export function useAccountHint(rendered: AccountHint): AccountHint {
  return useSyncExternalStore(subscribe, readAccountHint, () => rendered)
}

const never = () => () => {}

/** False in the server's HTML and while hydrating, true afterwards; never a mismatch. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
