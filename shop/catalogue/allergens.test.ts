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

type Labelled = Pick<Product, 'name' | 'category' | 'allergens' | 'healthFocus'>

const food = (name: string, allergens: string[], healthFocus: Labelled['healthFocus'] = []): Labelled => ({
  name,
  category: 'tastemakers',
  allergens,
  healthFocus,
})
const box = food('Box', ['Sesame', 'Peanut'], ['protein-rich', 'plant-based'])
const plain = food('Garam', [NO_KNOWN_ALLERGENS], ['plant-based'])
const ranch = food('Ranch', ['Milk', 'Sesame'])
const achari = food('Achari', ['Wheat (gluten)', 'Mustard'], ['plant-based'])
const jar: Labelled = { ...food('Jar', []), category: 'biodegradable' }

describe('allergens of several products', () => {
  it('are each named once, in an order that does not depend on theirs', () => {
    const contained = ['Milk', 'Mustard', 'Peanut', 'Sesame', 'Wheat (gluten)']
    for (const products of [
      [box, plain, ranch, achari],
      [achari, ranch, ranch, box],
    ])
      expect(allergensIn(products)).toEqual({ contained, undeclared: [] })
  })

  it('are said in one sentence, which names what is not declared', () => {
    const blank = food('Blank', [])
    expect(allergensSentence([box, ranch])).toBe('Contains: Milk, Peanut, Sesame')
    expect(allergensSentence([plain])).toBe('No known allergens')
    expect(allergensSentence([plain, blank])).toBe('Allergens not declared: Blank')
    expect(allergensSentence([ranch, blank, jar])).toBe(
      'Contains: Milk, Sesame. Allergens not declared: Blank',
    )
    expect(allergensSentence([jar])).toBe('')
  })
})

describe('allergens of a mix', () => {
  it('say whether the picks are in them', () => {
    expect(mixAllergensText(box, [])).toBe('Peanut, Sesame (without your picks)')
    expect(mixAllergensText(box, [ranch])).toBe('Milk, Peanut, Sesame (with your picks)')
  })
})

describe('claims of a box', () => {
  it('fall with a pick that does not share them, except those about amounts', () => {
    expect(picksAgainst('plant-based', [plain, achari])).toEqual([])
    expect(picksAgainst('plant-based', [plain, ranch])).toEqual(['Ranch'])
    expect(picksAgainst('protein-rich', [ranch])).toEqual([])
  })

  it('in texts fall with a pick that contains what they deny', () => {
    const text = 'No wheat, rice or maida in either mix'
    expect(allergenContradictions(text, [plain, ranch, achari])).toEqual([
      'Achari, which you picked, contains wheat.',
    ])
    expect(allergenContradictions(text, [achari, ranch, food('Sambar', ['Wheat (gluten)'])])).toEqual([
      'Achari and Sambar, which you picked, contain wheat.',
    ])
    expect(allergenContradictions('Made without MILK', [ranch, achari])).toEqual([
      'Ranch, which you picked, contains milk.',
    ])
    expect(allergenContradictions('20 meals, with wheat', [achari])).toEqual([])
    expect(allergenContradictions('Free from known allergens', [plain])).toEqual([])
  })
})
