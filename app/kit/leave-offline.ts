/** Signs out offline: scripts can't delete the session's cookie, so the server does (server/left-sessions.ts). */
import type { FormEvent } from 'react'
import { writeCookie, writeLocal } from '#app/kit/browser/browser-state.ts'
import { forgetScreens, SIGN_OUT_SYNC } from '#app/kit/forget-screens.ts'
import { DELIVERY_PATHS, SIGN_IN_PATH } from '#app/kit/paths.ts'
import { DAY_SECONDS } from '#shop/kernel/duration.ts'
import { SCREENS_COOKIE } from '#shop/programme/pin.ts'

/** As long as a session may be kept unused. */
const KEPT = 30 * DAY_SECONDS
/** The person's cookies that scripts can delete; the server deletes the others. */
const OWN = ['cart', 'basket', 'mixes', 'cart_undo', 'account'] as const

/** From now on the server ends this browser's session with the next request, also if the sign-out's own is lost. */
export function writeLeft(): void {
  writeCookie('left', '1', KEPT)
}

/** Deletes what this browser keeps of a person, and ends the session once there is a network. Unsent work stays. */
export async function leaveOffline(): Promise<void> {
  writeLeft()
  for (const name of OWN) writeCookie(name, '', 0)
  for (const path of DELIVERY_PATHS) writeCookie('delivery', '', 0, path)
  // Without this cookie no stored screen opens. The server sets it by its bare name.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser people use here
  document.cookie = `${SCREENS_COOKIE}=; Path=/; Max-Age=0`
  writeLocal('cart', '')
  try {
    sessionStorage.clear()
  } catch {
    // A browser that refuses storage has stored nothing.
  }
  await forgetScreens()
  // So that the session ends when the network is back, also without an open page.
  for (const registration of (await navigator.serviceWorker?.getRegistrations().catch(() => [])) ?? []) {
    const { sync } = registration as { sync?: { register(tag: string): Promise<void> } }
    await sync?.register(SIGN_OUT_SYNC).catch(() => {})
  }
}

/** Handles each sign-out form. Without a network it leaves the page, so that personal data does not stay visible. */
export function leave(event: FormEvent<HTMLFormElement>): void {
  // The browser may believe that it is online.
  writeLeft()
  if (navigator.onLine) return void forgetScreens()
  event.preventDefault()
  void leaveOffline().finally(() => location.replace(SIGN_IN_PATH))
}
