/** State that only the browser knows; pages render without it first, so that hydration finds what the server sent. */
import { useSyncExternalStore } from 'react'

export type AccountHint = '' | 'customer' | 'worker' | 'admin'

/** The cookie's present value; '' for visitors. */
export function readAccountHint(): AccountHint {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith('account='))
  const value = pair?.slice('account='.length) ?? ''
  return value === 'customer' || value === 'worker' || value === 'admin' ? value : ''
}

/** Nothing tells of a cookie's change; the menu reads it again whenever it renders. */
const subscribe = () => () => {}

/** Which account links to show; what the server knew when it rendered counts until hydration. */
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
