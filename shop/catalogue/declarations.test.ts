import { describe, expect, it } from 'vitest'
import { missingMessage } from '#shop/catalogue/declarations.ts'
import { saysOrs } from '#shop/catalogue/product-fields.ts'

describe('"ORS"', () => {
  it.each(['ORS', 'Mango ORS sticks', 'ors', 'O.R.S.', 'O R S', 'Better than ORS!', 'no-ORS'])(
    'is seen in %j',
    (text) => {
      expect(saysOrs(text)).toBe(true)
    },
  )
  it.each(['colors', 'Indoors', 'orsolo', 'Bhors', 'For stirring', 'flavours'])(
    'is not seen in %j',
    (text) => {
      expect(saysOrs(text)).toBe(false)
    },
  )
})

it('names what is missing in words', () => {
  expect(missingMessage(['mrp'])).toMatch(/Missing on the label: MRP\.$/)
  expect(missingMessage(['netQuantity', 'mrp', 'maker'])).toMatch(
    /Missing on the label: net quantity, MRP and maker\.$/,
  )
})
