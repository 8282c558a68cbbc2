/** The cache of the worker's screens as they were last opened: one person's at a time. */
export const PAGES = 'worker-pages'

/** Phones are shared: signing out anywhere in the shop deletes a worker's kept screens. Unsent items stay. */
export function forgetScreens(): void {
  if ('caches' in window) void caches.delete(PAGES).catch(() => {})
}
