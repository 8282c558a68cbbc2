import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addLine, type Cart, countItems, EMPTY_CART } from '#shop/carts/cart.ts'
import {
  fitsCookie,
  MAX_COOKIE_CHARS,
  parseCookie,
  serializeCookie,
  serializeVersioned,
} from '#shop/carts/cart-cookie.ts'

const line = fc.record({
  // Some numbers repeat, so that lines merge; others are long.
  number: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 9999 })),
  quantity: fc.integer({ min: 1, max: 999 }),
  picks: fc.dictionary(fc.integer({ min: 1, max: 9999 }).map(String), fc.integer({ min: 1, max: 10 }), {
    maxKeys: 10,
  }),
})
const cart = fc.array(line, { maxLength: 200 }).map((lines) => lines.reduce<Cart>(addLine, EMPTY_CART))
const version = fc.option(fc.stringMatching(/^[\w-]{16}$/))

const mixes = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    number: 1,
    quantity: 1 + (at % 9),
    picks: Object.fromEntries(Array.from({ length: 10 }, (_, pick) => [pick === 0 ? 20 + at : 10 + pick, 1])),
  }))

describe('the cart in its cookie', () => {
  it('round-trips with its version; if the cart is too long, the cookie keeps only its version and count', () => {
    fc.assert(
      fc.property(cart, version, (any, given) => {
        const parsed = parseCookie(serializeCookie(any, given))
        const isLong = given !== null && !fitsCookie(any)
        expect(parsed).toEqual({ cart: isLong ? null : any, version: given, count: countItems(any) })
        if (given)
          expect(parseCookie(serializeVersioned(any, given))).toMatchObject({ cart: any, version: given })
      }),
    )
  })

  it('never exceeds the size of a cookie, and uses only characters that cookies allow', () => {
    fc.assert(
      fc.property(cart, fc.stringMatching(/^[\w-]{16}$/), (any, given) => {
        const text = serializeCookie(any, given)
        expect(text.length).toBeLessThanOrEqual(MAX_COOKIE_CHARS)
        expect(text).toMatch(/^[\w.*~-]*$/)
      }),
    )
  })

  it('holds 65 custom mixes', () => {
    expect(parseCookie(serializeCookie(mixes(65), 'abcdef0123456789')).cart).toHaveLength(65)
    expect(parseCookie(serializeCookie(mixes(65), null)).cart).toHaveLength(65)
  })

  it('parses any input without failing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\w.*~-]{0,80}$/)), (text) => {
        const { count, version: read } = parseCookie(text)
        expect(Number.isInteger(count) && count >= 0).toBe(true)
        expect(read === null || /^[\w-]{1,40}$/.test(read)).toBe(true)
      }),
    )
    expect(parseCookie('2x1~bad mark')).toMatchObject({ cart: [{ number: 2 }], version: null })
    expect(parseCookie('~abc~many')).toMatchObject({ cart: [], version: 'abc' })
  })
})
