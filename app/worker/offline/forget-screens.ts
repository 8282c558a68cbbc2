/** The cache of the worker's screens as they were last opened: one person's at a time. */
export const PAGES = 'worker-pages'

/** Phones are shared: whoever signs out anywhere in the shop leaves no screens of hers behind. What waits stays. */
export function forgetScreens(): void {
  if ('caches' in window) void caches.delete(PAGES).catch(() => {})
}
