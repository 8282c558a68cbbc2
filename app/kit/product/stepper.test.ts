import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundQuantity, typedQuantity } from './stepper.tsx'

describe('boundQuantity', () => {
  it('returns an integer within the bounds for any number', () => {
    fc.assert(
      fc.property(
        fc.double(),
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 5, max: 999 }),
        (any, min, max) => {
          const quantity = boundQuantity(any, { min, max })
          expect(Number.isInteger(quantity) && quantity >= min && quantity <= max).toBe(true)
        },
      ),
    )
  })
  it('returns the minimum if nothing is in stock', () => {
    expect(boundQuantity(3, { min: 1, max: 0 })).toBe(1)
  })
})

describe('typedQuantity', () => {
  it.each([
    ['3', 3],
    ['12', 12],
    ['', null],
    ['0', null],
    ['13', null],
    ['1.5', null],
    ['1e1', null],
    ['-2', null],
  ])('reads %j as %j between 1 and 12', (text, expected) => {
    expect(typedQuantity(text, { min: 1, max: 12 })).toBe(expected)
  })
})
