import { describe, expect, it } from 'vitest'
import { addPlain, addRefusalMessage } from '#shop/carts/add-plain.ts'
import { type Cart, EMPTY_CART, MOST_LINES } from '#shop/carts/cart.ts'

const RAGI = { id: 'a', number: 2, name: 'Ragi', stockQuantity: 5, tastemakerPicks: 0 }
const BOX = { id: 'b', number: 1, name: 'Box', stockQuantity: 5, tastemakerPicks: 10 }
const NONE = { id: 'c', number: 3, name: 'Bajra', stockQuantity: 0, tastemakerPicks: 0 }
const SPICE = { id: 'd', number: 10, name: 'Sambar', stockQuantity: 12, tastemakerPicks: 0 }
const add = (cart: Cart, number: number, quantity = 1) =>
  addPlain(cart, { number, quantity }, [RAGI, BOX, NONE, SPICE])

describe('addPlain', () => {
  it('adds to the line that is there', () => {
    const once = [{ number: 2, quantity: 2, picks: {} }]
    expect(add(once, 2, 3)).toEqual({ ok: true, value: [{ number: 2, quantity: 5, picks: {} }] })
  })

  it('refuses what is not sold, and what is made up by choosing', () => {
    expect(add(EMPTY_CART, 99)).toEqual({ ok: false, reason: 'not_sold' })
    expect(add(EMPTY_CART, 1)).toEqual({ ok: false, reason: 'needs_picks', productId: 'b' })
  })

  it('refuses more than the stock, counting what the cart holds', () => {
    expect(add(EMPTY_CART, 3)).toMatchObject({ ok: false, reason: 'out_of_stock' })
    expect(add([{ number: 2, quantity: 4, picks: {} }], 2, 2)).toEqual({
      ...{ ok: false, reason: 'too_few_left' },
      ...{ name: 'Ragi', left: 5 },
    })
  })

  it('counts packets that go into mixes', () => {
    expect(add([{ number: 1, quantity: 1, picks: { 10: 10 } }], 10, 3)).toMatchObject({
      reason: 'too_few_left',
    })
    expect(add([{ number: 1, quantity: 1, picks: { 10: 10 } }], 10, 2)).toMatchObject({ ok: true })
  })

  it('refuses a line more than the cart holds', () => {
    const full = Array.from({ length: MOST_LINES }, (_, at) => ({ number: 100 + at, quantity: 1, picks: {} }))
    expect(add(full, 2)).toEqual({ ok: false, reason: 'cart_full' })
  })

  it('says why', () => {
    expect(addRefusalMessage({ ok: false, reason: 'out_of_stock', name: 'Bajra' })).toBe(
      'Bajra is out of stock.',
    )
    expect(addRefusalMessage({ ok: false, reason: 'too_few_left', name: 'Ragi', left: 5 })).toBe(
      'Only 5 of Ragi left in stock.',
    )
    expect(addRefusalMessage({ ok: false, reason: 'not_sold' })).toBe('This product is no longer sold.')
    expect(addRefusalMessage({ ok: false, reason: 'needs_picks', productId: 'b' })).toMatch('tastemakers')
    expect(addRefusalMessage({ ok: false, reason: 'cart_full' })).toMatch(`${MOST_LINES}`)
  })
})
