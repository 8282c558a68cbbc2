import { describe, expect, it } from 'vitest'
import {
  BLANK_TEXTS,
  contentSoFar,
  firstStepWith,
  isBegun,
  PRODUCT_STEPS,
  sentProduct,
  sentValues,
  stepIn,
  stepPath,
  textsOf,
} from '#app/admin/products/product-form-data.ts'
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

describe('the steps of the form', () => {
  it('hold every field once, and a step is begun once something differs from an empty form', () => {
    const fields = PRODUCT_STEPS.flatMap(({ fields }) => fields.map(({ name }) => name))
    expect(new Set(fields).size).toBe(fields.length)
    const blank = { texts: BLANK_TEXTS, pictures: [] }
    expect(PRODUCT_STEPS.filter(({ step }) => isBegun(step, blank))).toEqual([])
    const begun = { texts: { ...BLANK_TEXTS, mrp: '1' }, pictures: [{ url: '/a.svg', alt: '' }] }
    const names = PRODUCT_STEPS.filter(({ step }) => isBegun(step, begun)).map(({ step }) => step)
    expect(names).toEqual(['label', 'pictures'])
  })

  it('lead to the first problem, and to the label rather than to the box that it keeps closed', () => {
    expect(firstStepWith({ description: 'x', images: 'x' })).toBe('pictures')
    expect(firstStepWith({ is_active: 'x', mrp: 'x' })).toBe('label')
    expect(firstStepWith({ is_active: 'x' })).toBe('price')
    expect(firstStepWith({ stock_reason: 'x', maker: 'x' })).toBe('price')
    expect(firstStepWith({})).toBe(undefined)
  })

  it('have addresses that keep the list behind them and name a new product’s draft instead of its original', () => {
    const at = { pathname: '/new', search: '?q=ragi&copy=1&done=saved' }
    expect(stepPath(at, 'label', null)).toBe('/new?q=ragi&copy=1&step=label')
    expect(stepPath(at, 'label', 'd1')).toBe('/new?q=ragi&step=label&draft=d1')
    expect([stepIn('story'), stepIn('no-such-step'), stepIn(null)]).toEqual(['story', 'what', 'what'])
  })
})

it('shows a product as far as it is entered, without values that break their rule', () => {
  const texts = {
    ...BLANK_TEXTS,
    name: 'Better than ORS',
    price: 'much',
    short_description: 'Light',
    mrp: '20',
  }
  const content = contentSoFar({ texts, pictures: [{ url: 'javascript:x', alt: '' }] }, undefined)
  expect(content).toMatchObject({
    ...{ name: '', price: 0, category: 'meal-mix', shortDescription: 'Light', mrp: 2000, imageUrls: [] },
    ...{ stockQuantity: 0, isActive: false, countryOfOrigin: 'India', nutrition: null },
  })
})

it('takes a draft that no form shows for none', () => {
  const draft = (id: string, version: string) => {
    const form = new FormData()
    form.set('draft', id)
    form.set('draft_version', version)
    return sentProduct(form).draft
  }
  const id = '00000000-0000-4000-8000-000000000001'
  expect(draft(id, '3')).toEqual({ id, version: 3 })
  for (const [name, version] of [
    ['1', '3'],
    [id, 'x'],
    [id, '1.5'],
    [id, '99999999999'],
  ] as const)
    expect(draft(name, version)).toBe(null)
})
