/** Plans the packing by orders and stock, by formulas that the page explains. */

/** The units of every product that should be free to sell. */
export const SHELF_TARGET = 20

export type ProductSupply = {
  productId: string
  name: string
  /** Units free to sell; units of open orders are excluded already. */
  inStock: number
  /** Units reserved for orders that are not shipped. They are packed already, and only displayed. */
  ordered: number
  /** Units in tasks for this product that are not approved yet. */
  underWay: number
}

export type Proposal = ProductSupply & {
  /** The units missing to the target. */
  short: number
  /** short - underWay; never below zero. */
  proposed: number
}

/**
 * The units to pack of each product, most first, only of those that need some. Open orders have left the
 * stock already: with a target of 20, 15 in stock and 2 in tasks, 3 are to be packed.
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
