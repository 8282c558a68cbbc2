import type { Sealer } from '#shop/ctx.ts'

/**
 * The text encrypted anew for its place; null where it is current. `left`: what no key opens or was moved here, and what is
 * bound to no place where such texts do not count any more.
 */
export function resealed(
  sealer: Sealer,
  stored: string,
  place: string,
  acceptsUnbound: boolean,
): string | { left: 'unopened' | 'unbound' } | null {
  // One of the newest key that was moved here is found, too.
  if (sealer.isCurrent(stored) && sealer.open(stored, place) !== null) return null
  const isBound = sealer.isBound(stored)
  if (!isBound && !acceptsUnbound) return { left: 'unbound' }
  const text = isBound ? sealer.open(stored, place) : sealer.openUnbound(stored)
  return text === null ? { left: 'unopened' } : sealer.seal(text, place)
}
