/**
 * The label declarations required before a pack may be sold: Legal Metrology (Packaged Commodities) Rules, rule 6, and
 * FSSAI.
 */

import { isFood } from '#shop/catalogue/product.ts'
import { PRODUCT_FIELDS, type ProductContent } from '#shop/catalogue/product-fields.ts'
import { err } from '#shop/kernel/result.ts'
import { type TaxPolicy, withTax } from '#shop/kernel/tax.ts'

type AllFields = typeof PRODUCT_FIELDS
/** The keys of the fields that the label must declare. */
export type Declaration = {
  [Key in keyof AllFields]: AllFields[Key] extends { declared: unknown } ? Key : never
}[keyof AllFields]

/** In the order of the form. */
export const DECLARATIONS = (Object.keys(PRODUCT_FIELDS) as (keyof AllFields)[]).filter(
  (key): key is Declaration => 'declared' in PRODUCT_FIELDS[key],
)

/** The fields that the declarations depend on. */
export type Declared = Pick<ProductContent, Declaration | 'category'>

/** The missing declarations of a product, in the order of the form. */
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
 * The missing declarations that block this change: all of them when the product goes on sale, and those that the change
 * removes from a product on sale.
 */
export function publishingObstacles(
  before: (Declared & { isActive: boolean }) | null,
  after: Declared,
): Declaration[] {
  const known = before?.isActive ? missingDeclarations(before) : []
  return missingDeclarations(after).filter((name) => !known.includes(name))
}

/** A declaration's name within a sentence: 'net quantity'. */
export function declarationName(key: Declaration): string {
  return PRODUCT_FIELDS[key].declared.name
}

/** The message that a product with an incomplete label cannot go on sale. */
export function missingMessage(missing: readonly Declaration[]): string {
  const names = missing.map(declarationName)
  const list = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return `Can’t go on sale yet. Missing on the label: ${list}.`
}

type Checked = Declared & Pick<ProductContent, 'price' | 'discountPrice'> & { isActive: boolean }

/** Why a product's content can't become `after`; null when it can. Without `taxes` the MRP is not checked. */
export function contentRefusal(
  before: (Declared & { isActive: boolean }) | null,
  after: Checked,
  taxes: TaxPolicy | null,
) {
  const { price, discountPrice } = after
  if (discountPrice !== null && discountPrice >= price) return err('discount_not_below_price')
  if (taxes && isAboveMrp(after, taxes)) return err('above_mrp')
  const missing = after.isActive ? publishingObstacles(before, after) : []
  return missing.length > 0 ? { ...err('declarations_missing'), missing } : null
}

/** True when a price with tax exceeds the MRP: also the price before a discount, which would be a false reference. */
export function isAboveMrp(
  { price, mrp }: Pick<ProductContent, 'price' | 'mrp'>,
  policy: TaxPolicy,
): boolean {
  return mrp !== null && withTax(price, policy) > mrp
}
