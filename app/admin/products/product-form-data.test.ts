import { describe, expect, it } from 'vitest'
import { sentProduct, sentValues, textsOf } from '#app/admin/products/product-form-data.ts'
import { updateProductInput } from '#shop/catalogue/input.ts'
import type { Product } from '#shop/catalogue/product.ts'

/** The form as a browser sends it: every field, most of them empty. */
function sent(fields: Record<string, string>) {
  const form = new FormData()
  const filled = { name: 'Ragi', price: '100', stock_quantity: '5', tastemaker_picks: '0', ...fields }
  for (const [name, value] of Object.entries(filled)) form.set(name, value)
  return sentValues(sentProduct(form))
}

const parsed = (fields: Record<string, string>) =>
  updateProductInput
    .pick({ nutrition: true, allergens: true, stockQuantity: true, tastemakerPicks: true })
    .safeParse(sent(fields))

describe('the product form', () => {
  it('takes an empty nutrient for not declared, and a typed 0 for 0, there and back', () => {
    const { data } = parsed({ serving_size: '85 g', calories: '350', fat: '0', protein: ' ' })
    expect(data?.nutrition).toMatchObject({ calories: 350, fat: 0, protein: null, fiber: null })
    const shown = textsOf({ nutrition: data?.nutrition } as Product & { categoryId: null })
    expect(shown).toMatchObject({ calories: '350', fat: '0', protein: '', fiber: '' })
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
