import { describe, expect, it } from 'vitest'
import { type Cart, EMPTY_CART, MAX_LINES } from '#shop/carts/cart.ts'
import { addAgain, changesSinceOrder, type EarlierLine, hasAnyLine } from '#shop/carts/reordering.ts'
import { rupees } from '#shop/kernel/money.ts'

const sold = (id: string, number: number, fields: object = {}) => ({
  ...{ id, number, name: id, price: rupees(279), discountPrice: null, mrp: null, stockQuantity: 50 },
  ...{ tastemakerPicks: 0, isPick: false, ...fields },
})
const ragi = sold('Ragi', 2)
const box = sold('Box', 1, { tastemakerPicks: 3 })
const garam = sold('Garam', 10, { isPick: true })
const sambar = sold('Sambar', 11, { isPick: true })
const products = [ragi, box, garam, sambar]

const shelf = (changed: (typeof ragi)[] = [], without: string[] = []) => ({
  products: [
    ...products.filter(({ id }) => !without.includes(id) && !changed.some((product) => product.id === id)),
    ...changed,
  ],
  maxUnits: 20,
})
const ordered = (productId: string | null, quantity = 1, tastemakers: EarlierLine['tastemakers'] = []) => ({
  ...{ productId, name: productId ?? 'Old Jar', quantity, unitPrice: rupees(279), tastemakers },
})
const pick = (name: string, count: number) => ({ productId: name, name, count })
const mix = ordered('Box', 2, [pick('Garam', 2), pick('Sambar', 1)])
const mixLine = { number: 1, quantity: 2, picks: { 10: 2, 11: 1 } }
const ragiLine = (quantity: number) => ({ number: 2, quantity, picks: {} })

const add = (cart: Cart, lines: EarlierLine[], on = shelf()) => addAgain(cart, lines, on, { isRepeat: false })
const repeat = (cart: Cart, lines: EarlierLine[], on = shelf()) =>
  addAgain(cart, lines, on, { isRepeat: true })
const changesOf = (lines: EarlierLine[], cart: Cart, on = shelf()) =>
  changesSinceOrder(lines, cart, on).map(({ text }) => text)

describe('addAgain', () => {
  it('adds every line with its picks to what the cart holds', () => {
    const other = { number: 1, quantity: 1, picks: { 10: 3 } }
    expect(add([other, ragiLine(1)], [ordered('Ragi', 2), mix])).toEqual([other, ragiLine(3), mixLine])
  })

  it('adds nothing again for the same form, and what is still missing', () => {
    const once = add(EMPTY_CART, [ordered('Ragi', 2), mix])
    expect(repeat(once, [ordered('Ragi', 2), mix])).toEqual(once)
    expect(repeat([ragiLine(5)], [ordered('Ragi', 2), mix])).toEqual([ragiLine(5), mixLine])
  })

  it('adds as much as stock and limit allow, counting what mixes take', () => {
    const few = shelf([
      sold('Ragi', 2, { stockQuantity: 3 }),
      sold('Garam', 10, { isPick: true, stockQuantity: 3 }),
    ])
    const cart = add([ragiLine(1)], [ordered('Ragi', 9), mix], few)
    expect(cart).toEqual([ragiLine(3), { ...mixLine, quantity: 1 }])
    expect(add(EMPTY_CART, [ordered('Ragi', 30)])).toEqual([ragiLine(20)])
    expect(add([ragiLine(5)], [ordered('Ragi', 1)], few)).toEqual([ragiLine(5)])
  })

  it('combines equal lines of an order and leaves out what a full cart cannot take', () => {
    expect(add(EMPTY_CART, [ordered('Ragi', 1), ordered('Ragi', 2)])).toEqual([ragiLine(3)])
    const full = Array.from({ length: MAX_LINES }, (_, at) => ({ number: 100 + at, quantity: 1, picks: {} }))
    expect(add(full, [ordered('Ragi', 1)])).toEqual(full)
    expect(changesOf([ordered('Ragi', 1)], full)).toEqual(['Your cart is full, so Ragi isn’t in it.'])
  })
})

describe('changesSince', () => {
  it('is silent when nothing has changed', () => {
    const lines = [ordered('Ragi', 2), mix]
    expect(changesOf(lines, add(EMPTY_CART, lines))).toEqual([])
    expect(hasAnyLine(lines, add(EMPTY_CART, lines), shelf())).toBe(true)
  })

  it('names what is no longer sold and leaves it out', () => {
    const lines = [ordered('Ragi'), ordered(null)]
    const on = shelf([], ['Ragi'])
    expect(add(EMPTY_CART, lines, on)).toEqual([])
    expect(changesOf(lines, EMPTY_CART, on)).toEqual([
      'We no longer sell Ragi.',
      'We no longer sell Old Jar.',
    ])
    expect(hasAnyLine(lines, EMPTY_CART, on)).toBe(false)
  })

  it('leaves out a mix whose picks are gone or too few, and offers the others in its picker', () => {
    const gone = shelf([], ['Garam'])
    expect(add(EMPTY_CART, [mix], gone)).toEqual([])
    const text = 'Box isn’t in your cart: we no longer sell Garam.'
    const rest = { productId: 'Box', mix: { number: 1, quantity: 2, picks: { 11: 1 } } }
    expect(changesSinceOrder([mix], EMPTY_CART, gone)).toEqual([{ text, pickAgain: rest }])
    const noPick = shelf([sold('Garam', 10, { isPick: false })])
    expect(add(EMPTY_CART, [mix], noPick)).toEqual([])
    const larger = shelf([sold('Box', 1, { tastemakerPicks: 4 })])
    expect(add(EMPTY_CART, [mix], larger)).toEqual([])
    expect(changesSinceOrder([mix], EMPTY_CART, larger)).toEqual([
      {
        text: 'Box isn’t in your cart: it now takes 4 tastemakers.',
        pickAgain: { productId: 'Box', mix: mixLine },
      },
    ])
    const out = shelf([sold('Sambar', 11, { isPick: true, stockQuantity: 0 })])
    expect(add(EMPTY_CART, [mix], out)).toEqual([])
    expect(changesSinceOrder([mix], EMPTY_CART, out)).toEqual([
      { text: 'Sambar is out of stock.', pickAgain: { productId: 'Box', mix: mixLine } },
    ])
  })

  it('says when less could be added than was ordered, but not what the customer took out', () => {
    const few = shelf([sold('Ragi', 2, { stockQuantity: 3 })])
    const lines = [ordered('Ragi', 9)]
    expect(changesOf(lines, add(EMPTY_CART, lines, few), few)).toEqual(['Only 3 of Ragi left in stock.'])
    expect(changesOf(lines, [ragiLine(1)], few)).toEqual([])
    expect(changesOf([ordered('Ragi', 30)], [ragiLine(20)])).toEqual([
      'You can order up to 20 of Ragi at a time. For more, write to us.',
    ])
  })

  it('tells prices then and now of what is in the cart', () => {
    const dearer = shelf([sold('Ragi', 2, { price: rupees(300), discountPrice: rupees(289) })])
    expect(changesOf([ordered('Ragi')], [ragiLine(1)], dearer)).toEqual([
      'Ragi was ₹279 then and is ₹289 now.',
    ])
    expect(changesOf([ordered('Ragi')], EMPTY_CART, dearer)).toEqual([])
  })
})
