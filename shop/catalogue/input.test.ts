import { describe, expect, it } from 'vitest'
import { createProductInput, slugOf, updateProductInput } from '#shop/catalogue/input.ts'
import { NO_KNOWN_ALLERGENS } from '#shop/catalogue/taxonomy.ts'

describe('slugOf', () => {
  it.each([
    ['Ragi Meal Mix', 'ragi-meal-mix'],
    ['  Two   Spaces ', 'two-spaces'],
    ['Crème Brûlée (new!)', 'creme-brulee-new'],
    ['Salt & Pepper', 'salt-pepper'],
    ['x'.repeat(100), 'x'.repeat(80)],
    [`${'x'.repeat(79)} y`, 'x'.repeat(79)],
    ['रागी', ''],
  ])('%s → %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })
})

describe('product input', () => {
  const required = { name: 'Mix', price: 249.5, category: 'meal-mix' }

  it('converts rupees to paise, and a discount price of 0 to null', () => {
    expect(createProductInput.parse({ ...required, discountPrice: 0 })).toMatchObject({
      price: 24950,
      discountPrice: null,
    })
  })

  it('has no value for omitted fields', () => {
    expect(updateProductInput.parse({})).toEqual({})
    expect(createProductInput.parse(required)).toEqual({ ...required, price: 24950 })
  })

  it('distinguishes undeclared nutrition values from 0', () => {
    const nutrition = { servingSize: '85 g', calories: 350, fat: 0, fiber: null, vitamins: [], minerals: [] }
    expect(updateProductInput.parse({ nutrition }).nutrition).toEqual({
      ...nutrition,
      protein: null,
      carbohydrates: null,
    })
  })

  it('accepts "No known allergens" only as the single entry, in any spelling', () => {
    expect(updateProductInput.parse({ allergens: ['no known ALLERGENS'] })).toEqual({
      allergens: [NO_KNOWN_ALLERGENS],
    })
    const both = updateProductInput.safeParse({ allergens: ['Milk', NO_KNOWN_ALLERGENS] })
    expect(both.error?.issues[0]).toMatchObject({
      path: ['allergens'],
      message: expect.stringMatching(/can’t be combined with other allergens/),
    })
  })

  it('needs name, price and category', () => {
    const { error } = createProductInput.safeParse({})
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual(
      expect.arrayContaining([
        ['name', 'Please enter a name'],
        ['price', 'Please enter an amount in rupees'],
        ['category', 'Please choose a category'],
      ]),
    )
  })
})
