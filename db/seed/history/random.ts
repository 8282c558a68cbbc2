/** Pseudo-random values from a seed, so that the sample year is the same on every start. */
export type Random = {
  /** Returns x with 0 ≤ x < 1. */
  next(): number
  /** Returns an integer from 0 up to, not including, `below`. */
  upTo(below: number): number
  isTrue(chance: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** Returns one of the items, with a probability proportional to its weight. */
  pickWeighted<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item
  uuid(): string
}

/** Mulberry32: 32 bits of state, good enough for sample data. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (below: number) => Math.floor(next() * below)
  const hex = (digits: number) => Array.from({ length: digits }, () => upTo(16).toString(16)).join('')
  return {
    next,
    upTo,
    isTrue: (chance) => next() < chance,
    pick: (items) => itemAt(items, upTo(items.length)),
    pickWeighted(items, weightOf) {
      let remaining = next() * items.reduce((sum, item) => sum + weightOf(item), 0)
      const at = items.findIndex((item) => {
        remaining -= weightOf(item)
        return remaining < 0
      })
      return itemAt(items, at < 0 ? items.length - 1 : at)
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[upTo(4)]}${hex(3)}-${hex(12)}`,
  }
}

function itemAt<Item>(items: readonly Item[], at: number): Item {
  const item = items[at]
  if (item === undefined) throw new RangeError('nothing to choose from')
  return item
}
