import { z } from 'zod'
import type { Draft, DraftProduct } from '#app/admin/orders/draft-lines.tsx'
import { textOf, typedValues } from '#app/kit/form-fields.ts'
import { addLine, type Cart, lineKey, parseCart, serializeCart, setQuantity } from '#shop/carts/cart.ts'
import { picksFromForm } from '#shop/carts/input.ts'
import { picksText } from '#shop/carts/mix.ts'
import { type PricedCart, unsoldMessage } from '#shop/carts/priced-cart.ts'
import { unitPrice } from '#shop/catalogue/product.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import { couponCodeInput } from '#shop/coupons/code.ts'
import type { Db } from '#shop/ctx.ts'
import { typedNumber } from '#shop/field.ts'
import { formatAmount } from '#shop/kernel/money.ts'

const PERCENT = 'Enter the discount as a whole number from 0 to 100.'
const QUANTITY = 'Enter each quantity as a whole number from 0 to 999.'
const ADDED_QUANTITY = 'Enter the quantity to add as a whole number from 1 to 999.'

/** The fields of an order by staff that change its total. */
export const draftFields = {
  discountPercent: typedNumber(z.int(PERCENT).min(0, PERCENT).max(100, PERCENT)),
  couponCode: z.preprocess((text) => text || undefined, couponCodeInput.optional()),
}

export async function readDraftProducts(db: Db): Promise<DraftProduct[]> {
  return (await listProducts(db)).map((product) => {
    const { number, name, tastemakerPicks, isPick, stockQuantity } = product
    const mix = tastemakerPicks > 0 ? `, mix of ${tastemakerPicks}` : ''
    const label = `${name}${mix}: ${formatAmount(unitPrice(product))}, ${stockQuantity} in stock`
    return { number, name, label, isPick, isMix: tastemakerPicks > 0 }
  })
}

/** Returns the lines with changed quantities and the added product. Invalid quantities change nothing. */
export function readLines(form: FormData, products: readonly DraftProduct[]) {
  const values = typedValues(form)
  const problems: Record<string, string> = {}
  let cart = parseCart(textOf(form, 'cart'))
  for (const key of cart.map(lineKey)) {
    const name = `quantity:${key}`
    const text = values[name] ?? ''
    if (/^\d{1,3}$/.test(text)) cart = setQuantity(cart, key, Number(text))
    else if (text !== '') problems[name] = QUANTITY
  }
  const added = products.find(({ number }) => String(number) === values.add)
  if (added && /^[1-9]\d{0,2}$/.test(values.addQuantity ?? '')) {
    const picks = added.isMix ? picksFromForm(form) : {}
    cart = addLine(cart, { number: added.number, quantity: Number(values.addQuantity), picks })
  } else if (added) problems.addQuantity = ADDED_QUANTITY
  return { cart, problems }
}

/** Leaves out lines that are no longer sold, since they have no quantity field to set to 0. */
export function draftOf(lines: Cart, priced: PricedCart): Draft {
  const { quote, appliedDiscount, discountNote, couponRefusal, unavailable } = priced
  return {
    cart: serializeCart(lines.filter((line) => !unavailable.some(({ key }) => key === lineKey(line)))),
    lines: priced.lines.map(({ key, name, quantity, unitPrice, lineTotal, message, picked }) => {
      const picks = picksText(picked.map(({ product, count }) => ({ name: product.name, count })))
      return { key, name, quantity, unitPrice, lineTotal, message, picks }
    }),
    unsold: unavailable.length > 0 ? unsoldMessage(unavailable.flatMap(({ name }) => name ?? [])) : null,
    quote,
    discountLabel: appliedDiscount?.label ?? null,
    note: couponRefusal?.message ?? discountNote,
    canOrder: priced.canCheckOut,
  }
}
