/** Plans packing by orders and stock. */

/** Units of every product that should be free to sell. */
export const SHELF_TARGET = 20

export type ProductSupply = {
  productId: string
  name: string
  /** Free to sell, without the units of orders. */
  inStock: number
  /** Reserved for orders that are not shipped. */
  ordered: number
  /** In tasks that are not approved. */
  underWay: number
}

/** Units to pack, most first. Target 20, 15 in stock and 2 in tasks: 3. */
export function proposals(supplies: readonly ProductSupply[]) {
  return supplies
    .map((supply) => {
      const short = Math.max(0, SHELF_TARGET - supply.inStock)
      return { ...supply, short, proposed: Math.max(0, short - supply.underWay) }
    })
    .filter(({ proposed }) => proposed > 0)
    .toSorted((a, b) => b.proposed - a.proposed || a.name.localeCompare(b.name, 'en'))
}

/** `short`: units below the target; `proposed`: `short` without units in progress. */
export type Proposal = ReturnType<typeof proposals>[number]
