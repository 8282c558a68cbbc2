/** The browser cache of the worker's screens as last opened: one person's at a time. */
export const PAGES = 'worker-pages'

/** The entry of local storage with picks that are not in the cart yet. */
export const MIXES = 'mixes'

/**
 * Forgets, on sign-out anywhere in the shop, the worker's cached screens and the picks of mixes, as phones are shared.
 * Unsent items stay.
 */
export function forgetScreens(): void {
  if ('caches' in window) void caches.delete(PAGES).catch(() => {})
  // Not by a module with React: the service worker imports this one.
  try {
    localStorage.removeItem(MIXES)
  } catch {
    // A browser that refuses storage has stored nothing.
  }
}
