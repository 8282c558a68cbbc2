import { describe, expect, it } from 'vitest'
import {
  BLANK_TEXTS,
  fieldLabel,
  mergedValues,
  PRODUCT_PARTS,
  type ProductValues,
  sentProduct,
  sentValues,
  textsOf,
  withStock,
} from '#app/admin/products/product-form-data.ts'
import { updateProductInput } from '#shop/catalogue/input.ts'
import type { Product } from '#shop/catalogue/product.ts'

/** The form as a browser sends it: every field, most of them empty. */
function valuesFrom(fields: Record<string, string>) {
  const form = new FormData()
  const filled = { name: 'Ragi', price: '100', stock_quantity: '5', tastemaker_picks: '0', ...fields }
  for (const [name, value] of Object.entries(filled)) form.set(name, value)
  return sentValues(sentProduct(form))
}

const parsed = (fields: Record<string, string>) =>
  updateProductInput
    .pick({ nutrition: true, allergens: true, stockQuantity: true, tastemakerPicks: true })
    .safeParse(valuesFrom(fields))

describe('the product form', () => {
  it('takes an empty nutrient for not declared, and a typed 0 for 0, there and back', () => {
    const { data } = parsed({ serving_size: '85 g', calories: '350', fat: '0', protein: ' ' })
    expect(data?.nutrition).toMatchObject({ calories: 350, fat: 0, protein: null, fiber: null })
    const texts = textsOf({ nutrition: data?.nutrition } as Product & { categoryId: null })
    expect(texts).toMatchObject({ calories: '350', fat: '0', protein: '', fiber: '' })
    expect(parsed({}).data).toMatchObject({ nutrition: null, allergens: [] })
  })

  it('takes an empty stock for a mistake, not for an empty shelf', () => {
    const { error } = parsed({ stock_quantity: '', tastemaker_picks: '' })
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['stockQuantity', 'Please enter a whole number'],
      ['tastemakerPicks', 'Please enter a whole number'],
    ])
  })
})

it('has every field once, in the parts of its page', () => {
  expect(PRODUCT_PARTS.map(({ title }) => title)).toEqual([
    ...['Basics', 'Price and stock', 'Legal label', 'Pictures', 'Story'],
  ])
  const names = PRODUCT_PARTS.flatMap(({ sections }) => sections.flatMap(([, fields]) => fields)).map(
    ({ name }) => name,
  )
  expect(new Set(names).size).toBe(names.length)
  const labels = ['is_active', 'net_quantity', 'stock_reason', 'images'].map(fieldLabel)
  expect(labels).toEqual(['Active', 'Net quantity', 'Stock', 'Pictures'])
})

describe('unsaved text', () => {
  const values = (texts: Record<string, string>, base: ProductValues['base']): ProductValues => ({
    ...{ texts: { ...BLANK_TEXTS, ...texts }, pictures: [], newUrl: '', base },
    ...{ stockReason: '', stockNote: '' },
  })

  it('is restored on the version that it was typed on, but for fields that were typed since', () => {
    const now = { version: 8, stockQuantity: 3 }
    const opened = values({ name: 'Ragi', region: 'Malwa', stock_quantity: '3' }, now)
    const stored = values(
      { name: 'Ragi mix', region: 'Mewar', stock_quantity: '5' },
      { version: 7, stockQuantity: 5 },
    )
    const typed = values({ name: 'Ragi', region: 'Marwar', stock_quantity: '3' }, now)
    expect(mergedValues(opened, stored, typed)).toMatchObject({
      texts: { name: 'Ragi mix', region: 'Marwar', stock_quantity: '3' },
      base: { version: 7, stockQuantity: 3 },
    })
  })

  it('follows the stock only where the level was left as it was displayed', () => {
    const changed = values({ stock_quantity: '9' }, { version: 1, stockQuantity: 5 })
    expect(withStock(changed, 3)).toEqual(changed)
    const left = values({ stock_quantity: ' 5' }, { version: 1, stockQuantity: 5 })
    expect(withStock(left, 3)).toMatchObject({ texts: { stock_quantity: '3' }, base: { stockQuantity: 3 } })
  })
})
