/** What must stand on a pack before it may be sold: Legal Metrology (Packaged Commodities) Rules, rule 6, and FSSAI. */
import { isFood, type ProductContent, unitPrice } from '#shop/catalogue/product.ts'
import { withTax } from '#shop/pricing/quote.ts'

export const DECLARATIONS = {
  netQuantity: 'net quantity',
  mrp: 'MRP',
  shelfLife: 'best before',
  maker: 'maker',
  countryOfOrigin: 'country of origin',
  fssaiLicence: 'FSSAI licence',
  allergens: 'allergens',
} as const
export type Declaration = keyof typeof DECLARATIONS

/** What the declarations are read from. */
export type Declared = Pick<ProductContent, Declaration | 'category'>

/** What is not eaten has no best-before, no allergens, and needs no food licence. */
const FOOD_ONLY: readonly Declaration[] = ['shelfLife', 'fssaiLicence', 'allergens']

/** The declarations that a product lacks, in the order of the form. */
export function missingDeclarations(product: Declared): Declaration[] {
  return (Object.keys(DECLARATIONS) as Declaration[])
    .filter((name) => isFood(product) || !FOOD_ONLY.includes(name))
    .filter((name) => isBlank(product[name]))
}

function isBlank(value: Declared[Declaration]): boolean {
  return Array.isArray(value) ? value.length === 0 : !value
}

/**
 * The declarations for which this change may not go live: all that are missing when the product comes on sale, and
 * those that the change itself takes away from one that is on sale already.
 */
export function publishingObstacles(
  before: (Declared & { isActive: boolean }) | null,
  after: Declared,
): Declaration[] {
  const known = before?.isActive ? missingDeclarations(before) : []
  return missingDeclarations(after).filter((name) => !known.includes(name))
}

/** What is told to whoever wants to sell a product whose label is not complete. */
export function missingMessage(missing: readonly Declaration[]): string {
  const names = missing.map((name) => DECLARATIONS[name])
  const list = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return `It cannot go on sale yet: the label declarations lack ${list}.`
}

/** "ORS" may not stand in a drink's name or marketing (FSSAI, order of 14 October 2025), however it is written. */
export function saysOrs(text: string): boolean {
  return /(?<![\p{L}\p{N}])o[.\s]?r[.\s]?s(?![\p{L}\p{N}])/iu.test(text)
}

/** True when the price with tax is more than the pack says: nobody may charge above the MRP. */
export function isAboveMrp(priced: Pick<ProductContent, 'price' | 'discountPrice' | 'mrp'>): boolean {
  return priced.mrp !== null && withTax(unitPrice(priced)) > priced.mrp
}
