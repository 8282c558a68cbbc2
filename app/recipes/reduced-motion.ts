/** Whether this visitor asked for things to change at once instead of moving. */
export function wantsStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
