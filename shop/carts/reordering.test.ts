import { describe, expect, it } from 'vitest'
import { type Cart, EMPTY_CART, MAX_LINES } from '#shop/carts/cart.ts'
import { addAgain, changesSinceOrder, type EarlierLine, hasAnyLine } from '#shop/carts/reordering.ts'
import { rupees } from '#shop/kernel/money.ts'

const shelfProduct = (id: string, number: number, fields: object = {}) => ({
  ...{ id, number, name: id, price: rupees(279), discountPrice: null, mrp: null, stockQuantity: 50 },
  ...{ tastemakerPicks: 0, isPick: false, ...fields },
})
const ragi = shelfProduct('Ragi', 2)
const box = shelfProduct('Box', 1, { tastemakerPicks: 3 })
const garam = shelfProduct('Garam', 10, { isPick: true })
const sambar = shelfProduct('Sambar', 11, { isPick: true })
const products = [ragi, box, garam, sambar]

const shelf = (changed: (typeof ragi)[] = [], without: string[] = []) => ({
  products: [
    ...products.filter(({ id }) => !without.includes(id) && !changed.some((product) => product.id === id)),
    ...changed,
  ],
  maxUnits: 20,
})
const orderLine = (productId: string | null, quantity = 1, tastemakers: EarlierLine['tastemakers'] = []) => ({
  ...{ productId, name: productId ?? 'Old Jar', quantity, unitPrice: rupees(279), tastemakers },
})
const pick = (name: string, count: number) => ({ productId: name, name, count })
const mix = orderLine('Box', 2, [pick('Garam', 2), pick('Sambar', 1)])
const mixLine = { number: 1, quantity: 2, picks: { 10: 2, 11: 1 } }
const ragiLine = (quantity: number) => ({ number: 2, quantity, picks: {} })

const addOnce = (cart: Cart, lines: EarlierLine[], on = shelf()) =>
  addAgain(cart, lines, on, { isRepeat: false })
const repeat = (cart: Cart, lines: EarlierLine[], on = shelf()) =>
  addAgain(cart, lines, on, { isRepeat: true })
const changesOf = (lines: EarlierLine[], cart: Cart, on = shelf()) =>
  changesSinceOrder(lines, cart, on).map(({ text }) => text)

describe('addAgain', () => {
  it('adds every line with its picks to the cart', () => {
    const other = { number: 1, quantity: 1, picks: { 10: 3 } }
    expect(addOnce([other, ragiLine(1)], [orderLine('Ragi', 2), mix])).toEqual([other, ragiLine(3), mixLine])
  })

  it('adds nothing when the same form is sent again, except lines that are missing', () => {
    const once = addOnce(EMPTY_CART, [orderLine('Ragi', 2), mix])
    expect(repeat(once, [orderLine('Ragi', 2), mix])).toEqual(once)
    expect(repeat([ragiLine(5)], [orderLine('Ragi', 2), mix])).toEqual([ragiLine(5), mixLine])
  })

  it('adds as much as stock and limit allow, counting the units in mixes', () => {
    const few = shelf([
      shelfProduct('Ragi', 2, { stockQuantity: 3 }),
      shelfProduct('Garam', 10, { isPick: true, stockQuantity: 3 }),
    ])
    const cart = addOnce([ragiLine(1)], [orderLine('Ragi', 9), mix], few)
    expect(cart).toEqual([ragiLine(3), { ...mixLine, quantity: 1 }])
    expect(addOnce(EMPTY_CART, [orderLine('Ragi', 30)])).toEqual([ragiLine(20)])
    expect(addOnce([ragiLine(5)], [orderLine('Ragi', 1)], few)).toEqual([ragiLine(5)])
  })

  it('combines equal lines of an order, and adds no line to a full cart', () => {
    expect(addOnce(EMPTY_CART, [orderLine('Ragi', 1), orderLine('Ragi', 2)])).toEqual([ragiLine(3)])
    const full = Array.from({ length: MAX_LINES }, (_, at) => ({ number: 100 + at, quantity: 1, picks: {} }))
    expect(addOnce(full, [orderLine('Ragi', 1)])).toEqual(full)
    expect(changesOf([orderLine('Ragi', 1)], full)).toEqual(['Your cart is full, so Ragi isn’t in it.'])
  })
})

describe('changesSinceOrder', () => {
  it('returns nothing if nothing has changed', () => {
    const lines = [orderLine('Ragi', 2), mix]
    expect(changesOf(lines, addOnce(EMPTY_CART, lines))).toEqual([])
    expect(hasAnyLine(lines, addOnce(EMPTY_CART, lines), shelf())).toBe(true)
  })

  it('names products that are no longer sold and not added', () => {
    const lines = [orderLine('Ragi'), orderLine(null)]
    const on = shelf([], ['Ragi'])
    expect(addOnce(EMPTY_CART, lines, on)).toEqual([])
    expect(changesOf(lines, EMPTY_CART, on)).toEqual([
      'We no longer sell Ragi.',
      'We no longer sell Old Jar.',
    ])
    expect(hasAnyLine(lines, EMPTY_CART, on)).toBe(false)
  })

  it('offers to pick again for a mix whose picks are gone, too few or sold out', () => {
    const withoutGaram = shelf([], ['Garam'])
    expect(addOnce(EMPTY_CART, [mix], withoutGaram)).toEqual([])
    const text = 'Box isn’t in your cart: we no longer sell Garam.'
    const pickAgain = { productId: 'Box', mix: { number: 1, quantity: 2, picks: { 11: 1 } } }
    expect(changesSinceOrder([mix], EMPTY_CART, withoutGaram)).toEqual([{ text, pickAgain: pickAgain }])
    const noPick = shelf([shelfProduct('Garam', 10, { isPick: false })])
    expect(addOnce(EMPTY_CART, [mix], noPick)).toEqual([])
    const larger = shelf([shelfProduct('Box', 1, { tastemakerPicks: 4 })])
    expect(addOnce(EMPTY_CART, [mix], larger)).toEqual([])
    expect(changesSinceOrder([mix], EMPTY_CART, larger)).toEqual([
      {
        text: 'Box isn’t in your cart: it now takes 4 tastemakers.',
        pickAgain: { productId: 'Box', mix: mixLine },
      },
    ])
    const sambarSoldOut = shelf([shelfProduct('Sambar', 11, { isPick: true, stockQuantity: 0 })])
    expect(addOnce(EMPTY_CART, [mix], sambarSoldOut)).toEqual([])
    expect(changesSinceOrder([mix], EMPTY_CART, sambarSoldOut)).toEqual([
      { text: 'Sambar is out of stock.', pickAgain: { productId: 'Box', mix: mixLine } },
    ])
  })

  it('says if less was added than ordered, but not if the customer removed some', () => {
    const few = shelf([shelfProduct('Ragi', 2, { stockQuantity: 3 })])
    const lines = [orderLine('Ragi', 9)]
    expect(changesOf(lines, addOnce(EMPTY_CART, lines, few), few)).toEqual(['Only 3 of Ragi left in stock.'])
    expect(changesOf(lines, [ragiLine(1)], few)).toEqual([])
    expect(changesOf([orderLine('Ragi', 30)], [ragiLine(20)])).toEqual([
      'You can order up to 20 of Ragi at a time. For more, write to us.',
    ])
  })

  it('names the earlier and current price of lines in the cart', () => {
    const dearer = shelf([shelfProduct('Ragi', 2, { price: rupees(300), discountPrice: rupees(289) })])
    expect(changesOf([orderLine('Ragi')], [ragiLine(1)], dearer)).toEqual([
      'Ragi was ₹279 then and is ₹289 now.',
    ])
    expect(changesOf([orderLine('Ragi')], EMPTY_CART, dearer)).toEqual([])
  })
})
