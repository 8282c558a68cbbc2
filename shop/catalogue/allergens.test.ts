import { describe, expect, it } from 'vitest'
import {
  allergenContradictions,
  allergensIn,
  allergensSentence,
  mixAllergensText,
  picksAgainst,
} from '#shop/catalogue/allergens.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { NO_KNOWN_ALLERGENS } from '#shop/catalogue/taxonomy.ts'

type LabelledProduct = Pick<Product, 'name' | 'category' | 'allergens' | 'healthFocus'>

const makeFood = (
  name: string,
  allergens: string[],
  healthFocus: LabelledProduct['healthFocus'] = [],
): LabelledProduct => ({
  name,
  category: 'tastemakers',
  allergens,
  healthFocus,
})
const box = makeFood('Box', ['Sesame', 'Peanut'], ['protein-rich', 'plant-based'])
const plain = makeFood('Garam', [NO_KNOWN_ALLERGENS], ['plant-based'])
const ranch = makeFood('Ranch', ['Milk', 'Sesame'])
const achari = makeFood('Achari', ['Wheat (gluten)', 'Mustard'], ['plant-based'])
const jar: LabelledProduct = { ...makeFood('Jar', []), category: 'biodegradable' }

describe('allergensIn and allergensSentence', () => {
  it('name each allergen once, sorted independently of the products', () => {
    const contained = ['Milk', 'Mustard', 'Peanut', 'Sesame', 'Wheat (gluten)']
    for (const products of [
      [box, plain, ranch, achari],
      [achari, ranch, ranch, box],
    ])
      expect(allergensIn(products)).toEqual({ contained, undeclared: [] })
  })

  it('name products without a declaration', () => {
    const blank = makeFood('Blank', [])
    expect(allergensSentence([box, ranch])).toBe('Contains: Milk, Peanut, Sesame')
    expect(allergensSentence([plain])).toBe('No known allergens')
    expect(allergensSentence([plain, blank])).toBe('Allergens not declared: Blank')
    expect(allergensSentence([ranch, blank, jar])).toBe(
      'Contains: Milk, Sesame. Allergens not declared: Blank',
    )
    expect(allergensSentence([jar])).toBe('')
  })
})

describe('mixAllergensText', () => {
  it('says whether the picks are included', () => {
    expect(mixAllergensText(box, [])).toBe('Peanut, Sesame (without your picks)')
    expect(mixAllergensText(box, [ranch])).toBe('Milk, Peanut, Sesame (with your picks)')
  })
})

describe('picksAgainst and allergenContradictions', () => {
  it('name picks that break a claim of the box, unless the claim is about amounts', () => {
    expect(picksAgainst('plant-based', [plain, achari])).toEqual([])
    expect(picksAgainst('plant-based', [plain, ranch])).toEqual(['Ranch'])
    expect(picksAgainst('protein-rich', [ranch])).toEqual([])
  })

  it('name picks that contain an allergen which the text denies', () => {
    const text = 'No wheat, rice or maida in either mix'
    expect(allergenContradictions(text, [plain, ranch, achari])).toEqual([
      'Achari, which you picked, contains wheat.',
    ])
    expect(allergenContradictions(text, [achari, ranch, makeFood('Sambar', ['Wheat (gluten)'])])).toEqual([
      'Achari and Sambar, which you picked, contain wheat.',
    ])
    expect(allergenContradictions('Made without MILK', [ranch, achari])).toEqual([
      'Ranch, which you picked, contains milk.',
    ])
    expect(allergenContradictions('20 meals, with wheat', [achari])).toEqual([])
    expect(allergenContradictions('Free from known allergens', [plain])).toEqual([])
  })
})
