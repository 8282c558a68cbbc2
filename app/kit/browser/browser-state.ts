/** State that only the browser has. Pages first render without it, so that hydration matches the server's HTML. */
import { useSyncExternalStore } from 'react'

export type AccountHint = '' | 'customer' | 'worker' | 'coordinator' | 'admin'

/** Returns the name of a cookie in the browser. Over https it has the prefix that server/cookie-edge.ts adds. */
export function browserCookieName(name: string, path = '/'): string {
  return location.protocol === 'https:' ? `__${path === '/' ? 'Host' : 'Secure'}-${name}` : name
}

/** Returns the current value of a cookie that scripts may read; '' if it is missing. */
export function cookieText(name: string, path?: string): string {
  const start = `${browserCookieName(name, path)}=`
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(start))
  return pair?.slice(start.length) ?? ''
}

/** Writes a cookie. An age of 0 deletes it. Returns false if the browser blocks cookies. */
export function writeCookie(name: string, text: string, maxAge: number, path = '/'): boolean {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser people use here
  document.cookie = `${browserCookieName(name, path)}=${text}; Path=${path}; Max-Age=${maxAge}; SameSite=Lax${secure}`
  return maxAge === 0 || cookieText(name, path) === text
}

let isBlocking: boolean | null = null

/** True if this browser blocks cookies. Tested once per document; false until hydration. */
export function useBlockedCookies(): boolean {
  return useSyncExternalStore(subscribeToNothing, blocksCookies, () => false)
}

function blocksCookies(): boolean {
  if (isBlocking === null) {
    isBlocking = !writeCookie('probe', '1', 1)
    writeCookie('probe', '', 0)
  }
  return isBlocking
}

const HINTS = ['customer', 'worker', 'coordinator', 'admin'] as const

/** Returns the kind of account links from the cookie; '' for visitors. */
export function readAccountHint(): AccountHint {
  const value = cookieText('account')
  return HINTS.find((hint) => hint === value) ?? ''
}

export function hasFriendOffer(): boolean {
  return cookieText('friend') !== ''
}

/** Cookies have no change event, so each render reads the cookie. */
const subscribe = () => () => {}

/** Returns the kind of account links to show. Until hydration this is the server's value. */
export function useAccountHint(rendered: AccountHint): AccountHint {
  return useSyncExternalStore(subscribe, readAccountHint, () => rendered)
}

const subscribeToNothing = () => () => {}

/** False in the server's HTML and during hydration, true afterwards. This avoids a mismatch in hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}

/** Returns an entry of local storage; '' if it is missing or the storage is blocked. */
export function readLocal(name: string): string {
  try {
    return localStorage.getItem(name) ?? ''
  } catch {
    return ''
  }
}

/** Writes an entry of local storage; '' removes it. If storage is full or blocked, returns false and leaves none. */
export function writeLocal(name: string, text: string): boolean {
  try {
    if (text === '') localStorage.removeItem(name)
    else localStorage.setItem(name, text)
    return true
  } catch {
    if (text !== '') writeLocal(name, '')
    return false
  }
}
