import { describe, expect, it } from 'vitest'
import { rupees } from '#shop/kernel/money.ts'
import {
  basketCount,
  basketTotal,
  EMPTY_BASKET,
  itemCount,
  pourInto,
  quantityIn,
  setInBasket,
} from './basket.ts'

const packet = {
  id: 'a',
  number: 10,
  name: 'Garam Masala',
  price: rupees(15),
  discountPrice: null,
  stockQuantity: 4,
  picture: null,
}
const bundle = { ...packet, id: 'b', number: 40, price: rupees(699), discountPrice: rupees(599) }

describe('basket', () => {
  it('adds, changes in place, and removes at zero', () => {
    const one = setInBasket(EMPTY_BASKET, packet, 1)
    const both = setInBasket(one, bundle, 2)
    const more = setInBasket(both, packet, 3)
    expect(Object.keys(more)).toEqual(['a', 'b'])
    expect(quantityIn(more, 'a')).toBe(3)
    expect(setInBasket(more, packet, 0)).toEqual(setInBasket(EMPTY_BASKET, bundle, 2))
    expect(quantityIn(EMPTY_BASKET, 'a')).toBe(0)
  })

  it('never holds more than there is', () => {
    expect(quantityIn(setInBasket(EMPTY_BASKET, packet, 9), 'a')).toBe(4)
    expect(setInBasket(EMPTY_BASKET, { ...packet, stockQuantity: 0 }, 1)).toEqual({})
  })

  it('counts items and sums unit prices, discounts included', () => {
    const basket = setInBasket(setInBasket(EMPTY_BASKET, packet, 3), bundle, 2)
    expect(basketCount(basket)).toBe(5)
    expect(basketTotal(basket)).toBe(rupees(45 + 1198))
    expect(basketTotal(EMPTY_BASKET)).toBe(0)
  })

  it('pours every line into the cart, onto what is there', () => {
    const basket = setInBasket(setInBasket(EMPTY_BASKET, packet, 3), bundle, 2)
    expect(pourInto([{ number: 10, quantity: 1, picks: {} }], basket)).toEqual([
      { number: 10, quantity: 4, picks: {} },
      { number: 40, quantity: 2, picks: {} },
    ])
  })

  it('names one item and many', () => {
    expect([itemCount(1), itemCount(2)]).toEqual(['1 item', '2 items'])
  })
})
