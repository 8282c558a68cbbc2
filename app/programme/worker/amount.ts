import type { Words } from '#app/programme/worker/words.ts'

/** An amount of work: '3 boxes'; a unit that no language has is shown as the admin wrote it. */
export function amountOf(words: Pick<Words, 'units' | 'quantity'>, count: number, unit: string): string {
  const name = unit.trim().toLowerCase()
  if (!Object.hasOwn(words.units, name)) return words.quantity({ count, unit })
  return words.units[name as keyof Words['units']]({ count })
}
