import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addLine,
  type Cart,
  countItems,
  EMPTY_CART,
  lineKey,
  parseCart,
  removeLine,
  serializeCart,
  setQuantity,
} from '#shop/carts/cart.ts'

// Few products and picks, so that lines often merge.
const picks = fc.dictionary(fc.integer({ min: 1, max: 4 }).map(String), fc.integer({ min: 1, max: 2 }), {
  maxKeys: 2,
})
const line = fc.record({
  number: fc.integer({ min: 1, max: 6 }),
  quantity: fc.integer({ min: 1, max: 999 }),
  picks,
})
const cart = fc.array(line, { maxLength: 40 }).map((lines) => lines.reduce<Cart>(addLine, EMPTY_CART))

describe('cart', () => {
  it('raises the quantity of a product that it already contains', () => {
    const once = addLine(EMPTY_CART, { number: 2, quantity: 1, picks: {} })
    expect(addLine(once, { number: 2, quantity: 3, picks: {} })).toEqual([
      { number: 2, quantity: 4, picks: {} },
    ])
  })

  it('keeps mixes with different picks apart, and merges the same picks in any order', () => {
    const single = addLine(EMPTY_CART, { number: 1, quantity: 1, picks: { 10: 4, 11: 6 } })
    const two = addLine(single, { number: 1, quantity: 1, picks: { 11: 6, 10: 4 } })
    const three = addLine(two, { number: 1, quantity: 1, picks: { 10: 6, 11: 4 } })
    expect(three.map((each) => each.quantity)).toEqual([2, 1])
    expect(countItems(three)).toBe(3)
  })

  it('removes a line at quantity 0 or below', () => {
    const single = addLine(EMPTY_CART, { number: 2, quantity: 2, picks: {} })
    expect(setQuantity(single, '2', 0)).toEqual([])
    expect(setQuantity(single, '2', -1)).toEqual([])
    expect(removeLine(single, '2')).toEqual([])
    expect(setQuantity(single, '2', 5)).toMatchObject([{ quantity: 5 }])
  })

  it('round-trips through its text', () => {
    fc.assert(
      fc.property(cart, (any) => {
        expect(parseCart(serializeCart(any))).toEqual(any)
      }),
    )
  })

  it('is written in characters that cookies allow', () => {
    fc.assert(fc.property(cart, (any) => /^[\dx.*_-]*$/.test(serializeCart(any))))
  })

  it('is parsed from any input without failing, and contains only valid lines', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\dx.*_-]{0,80}$/)), (text) => {
        const read = parseCart(text)
        expect(read.every((each) => each.quantity >= 1 && Number.isInteger(each.number))).toBe(true)
        expect(new Set(read.map(lineKey)).size).toBe(read.length)
        expect(parseCart(serializeCart(read))).toEqual(read)
      }),
    )
    expect(parseCart('2x0_x_3x1-9_2x1.5')).toEqual([{ number: 3, quantity: 1, picks: { 9: 1 } }])
  })
})
