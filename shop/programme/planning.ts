/** From orders to work: what should be packed, by plain sums that the page states. */

/** So many of every product should stand on the shelf once all open orders are packed. */
export const SHELF_TARGET = 20

export type ProductSupply = {
  productId: string
  name: string
  /** Units in orders that are placed but not shipped. Their stock is already taken. */
  ordered: number
  /** Units on the shelf. */
  inStock: number
  /** Units in tasks for this product that are not approved yet. */
  underWay: number
}

export type Proposal = ProductSupply & {
  /** To bring the shelf back to its target. */
  forShelf: number
  /** ordered + forShelf - underWay; never below zero. */
  proposed: number
}

/** What to pack of each product, most first; products that need nothing are left out. */
export function proposals(supplies: readonly ProductSupply[]): Proposal[] {
  return supplies
    .map((supply) => {
      const forShelf = Math.max(0, SHELF_TARGET - supply.inStock)
      return { ...supply, forShelf, proposed: Math.max(0, supply.ordered + forShelf - supply.underWay) }
    })
    .filter(({ proposed }) => proposed > 0)
    .toSorted((a, b) => b.proposed - a.proposed || a.name.localeCompare(b.name, 'en'))
}
