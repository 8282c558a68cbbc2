/** The declarations required on a pack: Legal Metrology (Packaged Commodities) Rules, rule 6, and FSSAI. */

import { isFood } from '#shop/catalogue/product.ts'
import { PRODUCT_FIELDS, type ProductContent } from '#shop/catalogue/product-fields.ts'
import { err } from '#shop/kernel/result.ts'
import { type TaxPolicy, withTax } from '#shop/kernel/tax.ts'

type AllFields = typeof PRODUCT_FIELDS
export type Declaration = {
  [Key in keyof AllFields]: AllFields[Key] extends { declared: unknown } ? Key : never
}[keyof AllFields]

/** In the order of the form. */
export const DECLARATIONS = (Object.keys(PRODUCT_FIELDS) as (keyof AllFields)[]).filter(
  (key): key is Declaration => 'declared' in PRODUCT_FIELDS[key],
)

export type Label = Pick<ProductContent, Declaration | 'category'>

/** Returns the missing declarations in the order of the form. */
export function missingDeclarations(product: Label): Declaration[] {
  const isFoodOnly = (key: Declaration) => 'foodOnly' in PRODUCT_FIELDS[key].declared
  const isBlank = (value: Label[Declaration]) => (Array.isArray(value) ? value.length === 0 : !value)
  return DECLARATIONS.filter((key) => (isFood(product) || !isFoodOnly(key)) && isBlank(product[key]))
}

/** Returns missing declarations: all if the product goes on sale, otherwise only the removed ones. */
export function publishingObstacles(product: (Label & { isActive: boolean }) | null, after: Label) {
  const missing = product?.isActive ? missingDeclarations(product) : []
  return missingDeclarations(after).filter((name) => !missing.includes(name))
}

/** Returns the name within a sentence: 'net quantity'. */
export function declarationName(key: Declaration): string {
  return PRODUCT_FIELDS[key].declared.name
}

export function missingMessage(missing: readonly Declaration[]): string {
  const names = missing.map(declarationName)
  const list = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return `Can’t go on sale yet. Missing on the label: ${list}.`
}

/** A change of one of these needs a check of the MRP. A product above its MRP may still get other changes. */
export const PRICES = ['price', 'discountPrice', 'mrp'] as const satisfies (keyof AllFields)[]

/** Returns why the content can't become `after`, or null. Without `taxes` the MRP is not checked. */
export function contentRefusal(
  product: (Label & { isActive: boolean }) | null,
  after: Label & Pick<ProductContent, 'price' | 'discountPrice'> & { isActive: boolean },
  taxes: TaxPolicy | null,
) {
  const { price, discountPrice } = after
  if (discountPrice !== null && discountPrice >= price) return err('discount_not_below_price')
  if (taxes && isAboveMrp(after, taxes)) return err('above_mrp')
  const missing = after.isActive ? publishingObstacles(product, after) : []
  return missing.length > 0 ? { ...err('declarations_missing'), missing } : null
}

/** Compares the price before a discount, because a reference price above the MRP would be false. */
export function isAboveMrp({ price, mrp }: Pick<ProductContent, 'price' | 'mrp'>, policy: TaxPolicy) {
  return mrp !== null && withTax(price, policy) > mrp
}
