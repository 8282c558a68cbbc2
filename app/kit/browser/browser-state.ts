/** State that only the browser knows; pages render without it first, so that hydration finds what the server sent. */
import { useSyncExternalStore } from 'react'

export type AccountHint = '' | 'customer' | 'worker' | 'coordinator' | 'admin'

/** The name under which this browser keeps a cookie of the shop, as server/cookie-edge.ts writes it. */
export function keptName(name: string, path = '/'): string {
  return location.protocol === 'https:' ? `__${path === '/' ? 'Host' : 'Secure'}-${name}` : name
}

/** The present value of a cookie that scripts may read; '' when it is missing. */
export function cookieText(name: string, path?: string): string {
  const start = `${keptName(name, path)}=`
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(start))
  return pair?.slice(start.length) ?? ''
}

/** Writes a cookie. An age of 0 deletes it. False when the browser has not kept it: it blocks cookies. */
export function writeCookie(name: string, text: string, maxAge: number, path = '/'): boolean {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser people use here
  document.cookie = `${keptName(name, path)}=${text}; Path=${path}; Max-Age=${maxAge}; SameSite=Lax${secure}`
  return maxAge === 0 || cookieText(name, path) === text
}

let isBlocking: boolean | null = null

/** True when this browser blocks cookies, tried once for each document; false until hydration. */
export function useBlockedCookies(): boolean {
  return useSyncExternalStore(never, blocksCookies, () => false)
}

function blocksCookies(): boolean {
  if (isBlocking === null) {
    isBlocking = !writeCookie('probe', '1', 1)
    writeCookie('probe', '', 0)
  }
  return isBlocking
}

const HINTS = ['customer', 'worker', 'coordinator', 'admin'] as const

/** The cookie's present value; '' for visitors. */
export function readAccountHint(): AccountHint {
  const value = cookieText('account')
  return HINTS.find((hint) => hint === value) ?? ''
}

export function hasFriendOffer(): boolean {
  return cookieText('friend') !== ''
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

/** An entry of local storage; '' when it is missing, or when the browser refuses its storage. */
export function readLocal(name: string): string {
  try {
    return localStorage.getItem(name) ?? ''
  } catch {
    return ''
  }
}

/** Writes an entry of local storage; '' removes it. False, without the old entry, when storage is full or refused. */
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
