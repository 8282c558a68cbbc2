import { describe, expect, it } from 'vitest'
import { addRefusalMessage, addToCart, limitMix, maxMixes, maxPicks } from '#shop/carts/adding.ts'
import { type CartLine, EMPTY_CART, MAX_LINES } from '#shop/carts/cart.ts'
import { err } from '#shop/kernel/result.ts'

const box = { id: 'box', number: 1, name: 'The Complete Box', stockQuantity: 5, tastemakerPicks: 10 }
const mix = { id: 'mix', number: 2, name: 'Ragi Meal Mix', stockQuantity: 3, tastemakerPicks: 0 }
const garam = { id: 'garam', number: 10, name: 'Garam Masala', stockQuantity: 20 }
const sichuan = { id: 'sichuan', number: 21, name: 'Sichuan Pepper', stockQuantity: 0 }
const picks = [garam, sichuan]

const messageOf = (answer: ReturnType<typeof addToCart>) => (answer.ok ? null : addRefusalMessage(answer))

describe('addToCart with plain products', () => {
  it('adds a quantity that is in stock', () => {
    const line = { number: 2, quantity: 3, picks: {} }
    expect(addToCart(EMPTY_CART, line, mix, [], 999)).toEqual({ ok: true, value: [line] })
  })

  it('refuses more than the stock, counting the units in the cart', () => {
    const held = [{ number: 2, quantity: 2, picks: {} }]
    expect(messageOf(addToCart(EMPTY_CART, { number: 2, quantity: 4, picks: {} }, mix, [], 999))).toBe(
      'Only 3 of Ragi Meal Mix left in stock.',
    )
    expect(messageOf(addToCart(held, { number: 2, quantity: 2, picks: {} }, mix, [], 999))).toBe(
      'Only 3 of Ragi Meal Mix left in stock, and your cart already holds some.',
    )
    const soldOut = { ...mix, stockQuantity: 0 }
    expect(messageOf(addToCart(EMPTY_CART, { number: 2, quantity: 1, picks: {} }, soldOut, [], 999))).toBe(
      'Ragi Meal Mix is out of stock.',
    )
  })

  it('refuses a product that is not sold', () => {
    expect(addToCart(EMPTY_CART, { number: 99, quantity: 1, picks: {} }, undefined, [], 999)).toEqual(
      err('not_sold'),
    )
  })

  it('counts the packets in mixes of the cart', () => {
    const held = [{ number: 1, quantity: 1, picks: { 10: 10 } }]
    const packet = { ...garam, tastemakerPicks: 0 }
    expect(addToCart(held, { number: 10, quantity: 10, picks: {} }, packet, [garam], 999).ok).toBe(true)
    expect(addToCart(held, { number: 10, quantity: 11, picks: {} }, packet, [garam], 999)).toMatchObject({
      reason: 'too_few_left',
      holdsSome: true,
    })
  })

  it('refuses picks for a plain product, and a full cart or cookie', () => {
    expect(addToCart(EMPTY_CART, { number: 2, quantity: 1, picks: { 10: 1 } }, mix, picks, 999).ok).toBe(
      false,
    )
    const full = Array.from({ length: MAX_LINES }, (_, index) => ({
      number: 100 + index,
      quantity: 1,
      picks: {},
    }))
    expect(
      messageOf(addToCart(full, { number: 2, quantity: 1, picks: {} }, mix, [], 999, 'account')),
    ).toContain('at most 500')
    const long = Array.from({ length: 420 }, (_, at) => ({ number: 100_000 + at, quantity: 1, picks: {} }))
    const line = { number: 2, quantity: 1, picks: {} }
    expect(addToCart(long, line, mix, [], 999, 'account').ok).toBe(true)
    expect(messageOf(addToCart(long, line, mix, [], 999))).toContain('sign in')
  })
})

describe('addToCart with mixes', () => {
  const add = (counts: Record<number, number>, quantity = 1) =>
    addToCart(EMPTY_CART, { number: 1, quantity, picks: counts }, box, picks, 999)

  it('needs exactly ten picks', () => {
    expect(add({ 10: 10 }).ok).toBe(true)
    expect(messageOf(add({ 10: 7 }))).toBe('Select 3 more tastemaker(s) to add to cart')
    expect(messageOf(add({ 10: 12 }))).toBe('That is 12. Take 2 out: the mix holds 10.')
  })

  it('checks the stock of each tastemaker for all mixes', () => {
    expect(add({ 10: 10 }, 2).ok).toBe(true)
    expect(messageOf(add({ 10: 10 }, 3))).toBe('Only 20 of Garam Masala left in stock.')
    expect(messageOf(add({ 10: 9, 21: 1 }))).toBe('Sichuan Pepper is out of stock.')
  })

  it('refuses a pick that is not a tastemaker', () => {
    expect(messageOf(add({ 2: 10 }))).toBe('One of these tastemakers is no longer sold. Choose again.')
  })
})

describe('addToCart with the limit of an order', () => {
  it('counts the units in mixes, and says how to order more', () => {
    const two: CartLine[] = [
      { number: 1, quantity: 1, picks: { 10: 10 } },
      { number: 10, quantity: 2, picks: {} },
    ]
    const packet = { ...mix, id: 'garam', number: 10, name: 'Garam Masala', stockQuantity: 20 }
    const more = (quantity: number, maxUnits: number) =>
      addToCart(two, { number: 10, quantity, picks: {} }, packet, picks, maxUnits)
    expect(more(3, 15).ok).toBe(true)
    expect(messageOf(more(4, 15))).toBe(
      'You can order up to 15 of Garam Masala at a time. For more, write to us.',
    )
  })
})

describe('maxPicks and maxMixes', () => {
  it('divide the stock of a tastemaker by the number of mixes', () => {
    expect([maxPicks(20, 1, 999), maxPicks(20, 3, 999), maxPicks(0, 1, 999)]).toEqual([20, 6, 0])
  })

  it('allow as many mixes as the scarcest part', () => {
    expect(maxMixes(box, { picks: {} }, picks, 999)).toBe(5)
    expect(maxMixes(box, { picks: { 10: 10 } }, picks, 999)).toBe(2)
    expect(maxMixes(box, { picks: { 10: 10 } }, picks, 19)).toBe(1)
    expect(maxPicks(20, 3, 12)).toBe(4)
    expect(maxMixes({ stockQuantity: 0 }, { picks: {} }, picks, 999)).toBe(1)
  })
})

describe('limitMix', () => {
  const stored = { number: 1, quantity: 2, picks: { 10: 3, 21: 1, 77: 1 } }
  const pepper = { ...sichuan, stockQuantity: 20 }

  it('keeps a mix whose parts are all available', () => {
    const mix = { ...stored, picks: { 10: 3, 21: 1 } }
    expect(limitMix(mix, box, [garam, pepper], 999)).toEqual({ mix, notes: [] })
  })

  it('removes tastemakers that are not sold or not in stock, and says so', () => {
    const { mix, notes } = limitMix(stored, box, picks, 999)
    expect(mix).toEqual({ number: 1, quantity: 2, picks: { 10: 3 } })
    expect(notes).toEqual(['Sichuan Pepper is out of stock.', 'One of your tastemakers is no longer sold.'])
  })

  it('reduces picks and quantity to the stock', () => {
    const scarce = { ...garam, stockQuantity: 2 }
    expect(limitMix({ ...stored, picks: { 10: 3 } }, box, [scarce], 999)).toEqual({
      mix: { number: 1, quantity: 1, picks: { 10: 2 } },
      notes: ['Only 2 of Garam Masala left in stock.', 'These tastemakers are enough for 1 of this mix.'],
    })
    const few = { ...box, stockQuantity: 1 }
    expect(limitMix({ ...stored, picks: {} }, few, picks, 999).notes).toEqual([
      'Only 1 of The Complete Box left in stock.',
    ])
  })
})
