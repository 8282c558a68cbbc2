/** The browser cache of the worker's screens as last opened: one person's at a time. */
export const PAGES = 'worker-pages'

/** Deletes a worker's cached screens on sign-out anywhere in the shop, as phones are shared. Unsent items stay. */
export function forgetScreens(): void {
  if ('caches' in window) void caches.delete(PAGES).catch(() => {})
}
