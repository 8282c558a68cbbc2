import { describe, expect, it } from 'vitest'
import { missingMessage } from '#shop/catalogue/declarations.ts'
import { saysOrs } from '#shop/catalogue/product-fields.ts'

describe('saysOrs', () => {
  it.each(['ORS', 'Mango ORS sticks', 'ors', 'O.R.S.', 'O R S', 'Better than ORS!', 'no-ORS'])(
    'finds "ORS" in %j',
    (text) => {
      expect(saysOrs(text)).toBe(true)
    },
  )
  it.each(['colors', 'Indoors', 'orsolo', 'Bhors', 'For stirring', 'flavours'])(
    'does not find "ORS" in %j',
    (text) => {
      expect(saysOrs(text)).toBe(false)
    },
  )
})

it('lists missing declarations in a sentence', () => {
  expect(missingMessage(['mrp'])).toMatch(/Missing on the label: MRP\.$/)
  expect(missingMessage(['netQuantity', 'mrp', 'maker'])).toMatch(
    /Missing on the label: net quantity, MRP and maker\.$/,
  )
})
