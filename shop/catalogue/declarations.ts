/** What a pack must declare before it may be sold: Legal Metrology (Packaged Commodities) Rules, rule 6, and FSSAI. */

import { isFood, unitPrice } from '#shop/catalogue/product.ts'
import { PRODUCT_FIELDS, type ProductContent } from '#shop/catalogue/product-fields.ts'
import { withTax } from '#shop/kernel/tax.ts'

type AllFields = typeof PRODUCT_FIELDS
/** The keys of the fields that the label must declare. */
export type Declaration = {
  [Key in keyof AllFields]: AllFields[Key] extends { declared: unknown } ? Key : never
}[keyof AllFields]

/** In the order of the form. */
export const DECLARATIONS = (Object.keys(PRODUCT_FIELDS) as (keyof AllFields)[]).filter(
  (key): key is Declaration => 'declared' in PRODUCT_FIELDS[key],
)

/** What the declarations are read from. */
export type Declared = Pick<ProductContent, Declaration | 'category'>

/** The declarations that a product lacks, in the order of the form. */
export function missingDeclarations(product: Declared): Declaration[] {
  const isFoodOnly = (key: Declaration) => 'foodOnly' in PRODUCT_FIELDS[key].declared
  return DECLARATIONS.filter((key) => isFood(product) || !isFoodOnly(key)).filter((key) =>
    isBlank(product[key]),
  )
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

/** The name of a declaration in a sentence: 'net quantity'. */
export function declarationName(key: Declaration): string {
  return PRODUCT_FIELDS[key].declared.name
}

/** Why a product whose label is not complete cannot go on sale. */
export function missingMessage(missing: readonly Declaration[]): string {
  const names = missing.map(declarationName)
  const list = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return `Can’t go on sale yet. Missing on the label: ${list}.`
}

/** True when the price with tax is more than the MRP, which no price may exceed. */
export function isAboveMrp(priced: Pick<ProductContent, 'price' | 'discountPrice' | 'mrp'>): boolean {
  return priced.mrp !== null && withTax(unitPrice(priced)) > priced.mrp
}
