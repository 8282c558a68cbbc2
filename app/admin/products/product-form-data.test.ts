import { describe, expect, it } from 'vitest'
import {
  BLANK_TEXTS,
  fieldLabel,
  inputFrom,
  mergeValues,
  PRODUCT_PARTS,
  type ProductValues,
  readProductForm,
  textsOf,
  withStock,
} from '#app/admin/products/product-form-data.ts'
import { updateProductInput } from '#shop/catalogue/input.ts'
import type { Product } from '#shop/catalogue/product.ts'

/** Returns the input of a form as a browser sends it, with these fields and the required fields. */
function valuesFrom(fields: Record<string, string>) {
  const form = new FormData()
  const filled = { name: 'Ragi', price: '100', stock_quantity: '5', tastemaker_picks: '0', ...fields }
  for (const [name, value] of Object.entries(filled)) form.set(name, value)
  return inputFrom(readProductForm(form))
}

const parseForm = (fields: Record<string, string>) =>
  updateProductInput
    .pick({ nutrition: true, allergens: true, stockQuantity: true, tastemakerPicks: true })
    .safeParse(valuesFrom(fields))

describe('the product form', () => {
  it('reads an empty nutrient as not declared and 0 as 0, and writes both back', () => {
    const { data } = parseForm({ serving_size: '85 g', calories: '350', fat: '0', protein: ' ' })
    expect(data?.nutrition).toMatchObject({ calories: 350, fat: 0, protein: null, fiber: null })
    const texts = textsOf({ nutrition: data?.nutrition } as Product & { categoryId: null })
    expect(texts).toMatchObject({ calories: '350', fat: '0', protein: '', fiber: '' })
    expect(parseForm({}).data).toMatchObject({ nutrition: null, allergens: [] })
  })

  it('refuses an empty stock field instead of reading it as 0', () => {
    const { error } = parseForm({ stock_quantity: '', tastemaker_picks: '' })
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['stockQuantity', 'Please enter a whole number'],
      ['tastemakerPicks', 'Please enter a whole number'],
    ])
  })
})

it('PRODUCT_PARTS contains every field once, and fieldLabel shortens labels', () => {
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

  it('is restored with its base version, except in fields that were typed in since', () => {
    const openedBase = { version: 8, stockQuantity: 3 }
    const opened = values({ name: 'Ragi', region: 'Malwa', stock_quantity: '3' }, openedBase)
    const stored = values(
      { name: 'Ragi mix', region: 'Mewar', stock_quantity: '5' },
      { version: 7, stockQuantity: 5 },
    )
    const typed = values({ name: 'Ragi', region: 'Marwar', stock_quantity: '3' }, openedBase)
    expect(mergeValues(opened, stored, typed)).toMatchObject({
      texts: { name: 'Ragi mix', region: 'Marwar', stock_quantity: '3' },
      base: { version: 7, stockQuantity: 3 },
    })
  })

  it('gets the current stock level unless the displayed level was changed', () => {
    const changed = values({ stock_quantity: '9' }, { version: 1, stockQuantity: 5 })
    expect(withStock(changed, 3)).toEqual(changed)
    const unchanged = values({ stock_quantity: ' 5' }, { version: 1, stockQuantity: 5 })
    expect(withStock(unchanged, 3)).toMatchObject({
      texts: { stock_quantity: '3' },
      base: { stockQuantity: 3 },
    })
  })
})
