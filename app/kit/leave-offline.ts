/**
 * Signs out without a network. Scripts cannot delete the session's cookie, so the server does it later
 * (server/offline-sign-out.ts).
 */
import type { FormEvent } from 'react'
import { writeCookie, writeLocal } from '#app/kit/browser/browser-state.ts'
import { forgetScreens, SIGN_OUT_SYNC } from '#app/kit/forget-screens.ts'
import { DELIVERY_PATHS, SIGN_IN_PATH } from '#app/kit/paths.ts'
import { DAY_SECONDS } from '#shop/kernel/duration.ts'
import { SCREENS_COOKIE } from '#shop/programme/pin.ts'

/** A session that is not used expires within this time. */
const MAX_AGE = 30 * DAY_SECONDS
/** A person's cookies that scripts can delete. The server deletes the others. */
const PERSONAL_COOKIES = ['cart', 'basket', 'mixes', 'cart_undo', 'account'] as const

/** Makes the server end this browser's session at its next request, even if the request of the sign-out is lost. */
export function writeLeft(): void {
  writeCookie('left', '1', MAX_AGE)
}

/** Deletes the person's data in this browser. The session ends once there is a network. Unsent work stays. */
export async function leaveOffline(): Promise<void> {
  writeLeft()
  for (const name of PERSONAL_COOKIES) writeCookie(name, '', 0)
  for (const path of DELIVERY_PATHS) writeCookie('delivery', '', 0, path)
  // Without this cookie no stored page opens. The server sets it without a prefix.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser people use here
  document.cookie = `${SCREENS_COOKIE}=; Path=/; Max-Age=0`
  writeLocal('cart', '')
  try {
    sessionStorage.clear()
  } catch {
    // A browser that blocks storage has stored nothing.
  }
  await forgetScreens()
  // Registers a sync, so that the session ends when the network is back, also without an open page.
  for (const registration of (await navigator.serviceWorker?.getRegistrations().catch(() => [])) ?? []) {
    const { sync } = registration as { sync?: { register(tag: string): Promise<void> } }
    await sync?.register(SIGN_OUT_SYNC).catch(() => {})
  }
}

/** Handles every sign-out form. Without a network it leaves the page, so that no personal data stays visible. */
export function leave(event: FormEvent<HTMLFormElement>): void {
  // `onLine` may be true without a network.
  writeLeft()
  if (navigator.onLine) return void forgetScreens()
  event.preventDefault()
  void leaveOffline().finally(() => location.replace(SIGN_IN_PATH))
}
