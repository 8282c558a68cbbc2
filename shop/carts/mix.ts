import { countPicks, type Picks } from '#shop/carts/cart.ts'

export type MixState = ReturnType<typeof mixState>

export function mixState(picks: Picks, needed: number) {
  const picked = countPicks(picks)
  return { picked, needed, isReady: picked === needed, isFull: picked >= needed }
}

/** Adds one unit of a tastemaker. Returns a full mix unchanged. */
export function addPick(picks: Picks, number: number, needed: number): Picks {
  if (countPicks(picks) >= needed) return picks
  return { ...picks, [number]: (picks[number] ?? 0) + 1 }
}

export function removePick(picks: Picks, number: number): Picks {
  const count = picks[number] ?? 0
  const { [number]: _, ...others } = picks
  return count > 1 ? { ...others, [number]: count - 1 } : others
}

export function mixMessage({ picked, needed, isReady }: MixState): string {
  if (isReady) return 'Ready to add to cart!'
  if (picked > needed) return `Take ${picked - needed} out: the mix holds ${needed}`
  return `Select ${needed - picked} more tastemaker(s) to add to cart`
}

export function mixCount({ picked, needed }: MixState): string {
  return `${picked}/${needed} selected`
}

export function mixName(productName: string, needed: number): string {
  return `${productName} (custom ${needed} flavors mix)`
}

/** Returns '3 × Garam Masala, Tandoori'. */
export function picksText(picks: readonly { count: number; name: string }[]): string {
  return picks.map(({ count, name }) => (count > 1 ? `${count} × ${name}` : name)).join(', ')
}
