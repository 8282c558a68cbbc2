import { MIXES, UNSAVED } from '#app/kit/paths.ts'

/** The browser cache with a worker's pages as they were last opened. It contains pages of one person at a time. */
export const PAGES = 'worker-pages'

/** A cache that contains only the time of the last sign-out in this browser, in ms, at `LAST_SIGN_OUT`. */
export const SIGN_OUTS = 'sign-outs'
export const LAST_SIGN_OUT = '/-/last-sign-out'

/** The background sync tag that reports an offline sign-out to the server. */
export const SIGN_OUT_SYNC = 'sign-out'

/** The lock for storing and deleting these pages. */
export const PAGES_LOCK = 'keep-screens'

/** How long ending a session may take. */
const ENDING_MS = 10_000

/** Deletes the worker's cached screens, picks and unsaved text on sign-out: phones are shared. Unsent items stay. */
export async function forgetScreens(): Promise<void> {
  // Does not use browser-state.ts: the service worker imports this module, so it must not import a module with React.
  try {
    for (const name of Object.keys(localStorage))
      if (name === MIXES || name.startsWith(UNSAVED)) localStorage.removeItem(name)
  } catch {
    // A browser that refuses storage has stored nothing.
  }
  if (!('caches' in window)) return
  // Makes a service worker that is about to store a page wait until the session has ended.
  void navigator.locks?.request(PAGES_LOCK, async () => {
    await deleteScreens()
    await new Promise((resolve) => setTimeout(resolve, ENDING_MS))
  })
  const times = await caches.open(SIGN_OUTS).catch(() => null)
  // Writes the time before the deletion, because a service worker that is storing pages reads it afterwards.
  await times?.put(LAST_SIGN_OUT, new Response(String(Date.now()))).catch(() => {})
  await deleteScreens()
}

/** Deletes the worker's cached screens before another person signs in. Unsent items stay. */
export async function deleteScreens(): Promise<void> {
  if ('caches' in window) await caches.delete(PAGES).catch(() => {})
}
