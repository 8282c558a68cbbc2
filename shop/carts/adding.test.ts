import { describe, expect, it } from 'vitest'
import { addRefusalMessage, addToCart, mostMixes, mostPicks } from '#shop/carts/adding.ts'
import { EMPTY_CART, MOST_LINES } from '#shop/carts/cart.ts'

const box = { id: 'box', number: 1, name: 'The Complete Box', stockQuantity: 5, tastemakerPicks: 10 }
const mix = { id: 'mix', number: 2, name: 'Ragi Meal Mix', stockQuantity: 3, tastemakerPicks: 0 }
const garam = { id: 'garam', number: 10, name: 'Garam Masala', stockQuantity: 20 }
const sichuan = { id: 'sichuan', number: 21, name: 'Sichuan Pepper', stockQuantity: 0 }
const picks = [garam, sichuan]

const messageOf = (answer: ReturnType<typeof addToCart>) => (answer.ok ? null : addRefusalMessage(answer))

describe('addToCart, plain products', () => {
  it('adds within the stock', () => {
    const line = { number: 2, quantity: 3, picks: {} }
    expect(addToCart(EMPTY_CART, line, mix, [])).toEqual({ ok: true, value: [line] })
  })

  it('refuses more than there is, counting what the cart holds', () => {
    const held = [{ number: 2, quantity: 2, picks: {} }]
    expect(messageOf(addToCart(EMPTY_CART, { number: 2, quantity: 4, picks: {} }, mix, []))).toBe(
      'Only 3 of Ragi Meal Mix left in stock.',
    )
    expect(messageOf(addToCart(held, { number: 2, quantity: 2, picks: {} }, mix, []))).toBe(
      'Only 3 of Ragi Meal Mix left in stock, and your cart already holds some.',
    )
    const gone = { ...mix, stockQuantity: 0 }
    expect(messageOf(addToCart(EMPTY_CART, { number: 2, quantity: 1, picks: {} }, gone, []))).toBe(
      'Ragi Meal Mix is out of stock.',
    )
  })

  it('refuses what is not sold', () => {
    expect(addToCart(EMPTY_CART, { number: 99, quantity: 1, picks: {} }, undefined, [])).toEqual({
      ok: false,
      reason: 'not_sold',
    })
  })

  it('counts packets that go into mixes', () => {
    const held = [{ number: 1, quantity: 1, picks: { 10: 10 } }]
    const packet = { ...garam, tastemakerPicks: 0 }
    expect(addToCart(held, { number: 10, quantity: 10, picks: {} }, packet, [garam]).ok).toBe(true)
    expect(addToCart(held, { number: 10, quantity: 11, picks: {} }, packet, [garam])).toMatchObject({
      reason: 'too_few_left',
      holdsSome: true,
    })
  })

  it('refuses picks nobody asked for, and a cart that is full', () => {
    expect(addToCart(EMPTY_CART, { number: 2, quantity: 1, picks: { 10: 1 } }, mix, picks).ok).toBe(false)
    const full = Array.from({ length: MOST_LINES }, (_, index) => ({
      number: 100 + index,
      quantity: 1,
      picks: {},
    }))
    expect(messageOf(addToCart(full, { number: 2, quantity: 1, picks: {} }, mix, [], 'account'))).toContain(
      'at most 500',
    )
    const long = Array.from({ length: 420 }, (_, at) => ({ number: 100_000 + at, quantity: 1, picks: {} }))
    const one = { number: 2, quantity: 1, picks: {} }
    expect(addToCart(long, one, mix, [], 'account').ok).toBe(true)
    expect(messageOf(addToCart(long, one, mix, []))).toContain('sign in')
  })
})

describe('addToCart, mixes', () => {
  const add = (counts: Record<number, number>, quantity = 1) =>
    addToCart(EMPTY_CART, { number: 1, quantity, picks: counts }, box, picks)

  it('needs exactly ten picks', () => {
    expect(add({ 10: 10 }).ok).toBe(true)
    expect(messageOf(add({ 10: 7 }))).toBe('Select 3 more tastemaker(s) to add to cart')
    expect(messageOf(add({ 10: 12 }))).toBe('That is 12. Take 2 out: the mix holds 10.')
  })

  it('knows the stock of each tastemaker, times the number of mixes', () => {
    expect(add({ 10: 10 }, 2).ok).toBe(true)
    expect(messageOf(add({ 10: 10 }, 3))).toBe('Only 20 of Garam Masala left in stock.')
    expect(messageOf(add({ 10: 9, 21: 1 }))).toBe('Sichuan Pepper is out of stock.')
  })

  it('refuses what is not a tastemaker', () => {
    expect(messageOf(add({ 2: 10 }))).toBe('One of these tastemakers is no longer sold. Choose again.')
  })
})

describe('limits of the picker', () => {
  it('divides a tastemaker among the mixes', () => {
    expect([mostPicks(20, 1), mostPicks(20, 3), mostPicks(0, 1)]).toEqual([20, 6, 0])
  })

  it('allows as many mixes as the scarcest part', () => {
    expect(mostMixes(box, { picks: {} }, picks)).toBe(5)
    expect(mostMixes(box, { picks: { 10: 10 } }, picks)).toBe(2)
    expect(mostMixes({ stockQuantity: 0 }, { picks: {} }, picks)).toBe(1)
  })
})
