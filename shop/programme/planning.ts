/** Plans the packing of products by stock and tasks. */

/** The number of units of each product that should be available for sale. */
export const SHELF_TARGET = 20

export type ProductSupply = {
  productId: string
  name: string
  /** Available units, without units of orders. */
  inStock: number
  /** Units of orders that are not shipped yet. */
  ordered: number
  /** Units in tasks that are not approved yet. */
  underWay: number
}

/** Proposes units to pack, most first. With a target of 20, 15 in stock and 2 in tasks: 3. */
export function proposePacking(supplies: readonly ProductSupply[]) {
  return supplies
    .map((supply) => {
      const shortage = Math.max(0, SHELF_TARGET - supply.inStock)
      return { ...supply, shortage, proposed: Math.max(0, shortage - supply.underWay) }
    })
    .filter(({ proposed }) => proposed > 0)
    .toSorted((a, b) => b.proposed - a.proposed || a.name.localeCompare(b.name, 'en'))
}

/** `shortage`: units below the target; `proposed`: `shortage` less the units in tasks. */
export type Proposal = ReturnType<typeof proposePacking>[number]
