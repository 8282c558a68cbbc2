/** From orders to work: what should be packed, by plain sums that the page states. */

/** So many of every product should be free to sell. */
export const SHELF_TARGET = 20

export type ProductSupply = {
  productId: string
  name: string
  /** Units that are free to sell: what open orders took is not among them any more. */
  inStock: number
  /** Units set aside for orders that are placed but not shipped. They are packed already, and only shown. */
  ordered: number
  /** Units in tasks that make this product and are not approved yet. */
  underWay: number
}

export type Proposal = ProductSupply & {
  /** What is missing to the target. */
  short: number
  /** short - underWay; never below zero. */
  proposed: number
}

/**
 * What to pack of each product, most first; products that need nothing are left out. A sold unit counts once: its order
 * took it from the stock, so the gap to the target holds it already. With 15 free to sell, 7 in open orders and 2 in
 * tasks, 20 - 15 - 2 = 3 are to pack, not 10.
 */
export function proposals(supplies: readonly ProductSupply[]): Proposal[] {
  return supplies
    .map((supply) => {
      const short = Math.max(0, SHELF_TARGET - supply.inStock)
      return { ...supply, short, proposed: Math.max(0, short - supply.underWay) }
    })
    .filter(({ proposed }) => proposed > 0)
    .toSorted((a, b) => b.proposed - a.proposed || a.name.localeCompare(b.name, 'en'))
}
