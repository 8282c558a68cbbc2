import { describe, expect, it } from 'vitest'
import {
  addBasket,
  type BasketProduct,
  basketOf,
  basketTotal,
  checkBasket,
  quantityIn,
  setInBasket,
} from '#app/cart/basket.ts'
import { EMPTY_CART } from '#shop/carts/cart.ts'
import { rupees } from '#shop/kernel/money.ts'

const packet: BasketProduct = {
  id: 'a',
  number: 10,
  name: 'Garam Masala',
  category: 'tastemakers',
  allergens: [],
  price: rupees(15),
  discountPrice: null,
  stockQuantity: 4,
  tastemakerPicks: 0,
  picture: null,
}
const bundle: BasketProduct = {
  ...packet,
  id: 'b',
  number: 40,
  price: rupees(699),
  discountPrice: rupees(599),
}
const both = [packet, bundle]

describe('basket', () => {
  it('adds a product, changes its quantity in place, and removes it at zero', () => {
    const single = setInBasket(EMPTY_CART, packet, 1)
    const two = setInBasket(single, bundle, 2)
    const more = setInBasket(two, packet, 3)
    expect(more.map(({ number }) => number)).toEqual([10, 40])
    expect(quantityIn(more, packet)).toBe(3)
    expect(setInBasket(more, packet, 0)).toEqual(setInBasket(EMPTY_CART, bundle, 2))
    expect(quantityIn(EMPTY_CART, packet)).toBe(0)
  })

  it('never has more units than are in stock', () => {
    expect(quantityIn(setInBasket(EMPTY_CART, packet, 9), packet)).toBe(4)
    expect(setInBasket(EMPTY_CART, { ...packet, stockQuantity: 0 }, 1)).toEqual([])
  })

  it('sums unit prices after discounts', () => {
    const basket = setInBasket(setInBasket(EMPTY_CART, packet, 3), bundle, 2)
    const { lines, notes } = checkBasket(basket, both, 999)
    expect([basketTotal(lines), notes]).toEqual([rupees(45 + 1198), []])
    expect(basketOf(lines)).toEqual(basket)
    expect(basketTotal([])).toBe(0)
  })

  it('adds each line to the cart, to the line of the same product if there is one', () => {
    const basket = setInBasket(setInBasket(EMPTY_CART, packet, 3), bundle, 2)
    expect(addBasket([{ number: 10, quantity: 1, picks: {} }], basket)).toEqual([
      { number: 10, quantity: 4, picks: {} },
      { number: 40, quantity: 2, picks: {} },
    ])
  })
})

describe('a stored basket', () => {
  const stored = [
    { number: 10, quantity: 3, picks: {} },
    { number: 40, quantity: 2, picks: {} },
  ]
  const check = (products: BasketProduct[], maxUnits = 999) => {
    const { lines, notes } = checkBasket(stored, products, maxUnits)
    return [basketOf(lines).map(({ number, quantity }) => [number, quantity]), notes]
  }

  it('drops products that are not sold, are out of stock or now need picks, and notes it', () => {
    const gone = ['Something in your basket is no longer sold, so we took it out.']
    expect(check([bundle])).toEqual([[[40, 2]], gone])
    expect(check([])).toEqual([[], gone])
    expect(check([{ ...packet, tastemakerPicks: 10 }, bundle])).toEqual([[[40, 2]], gone])
    expect(check([{ ...packet, stockQuantity: 0 }, bundle])).toEqual([
      [[40, 2]],
      ['Garam Masala is out of stock.'],
    ])
  })

  it('limits quantities to the stock and to the limit of one order, and notes it', () => {
    expect(check([{ ...packet, stockQuantity: 1 }, bundle])).toEqual([
      [
        [10, 1],
        [40, 2],
      ],
      ['Only 1 of Garam Masala left in stock.'],
    ])
    expect(check(both, 2)).toEqual([
      [
        [10, 2],
        [40, 2],
      ],
      ['You can order up to 2 of Garam Masala at a time. For more, write to us.'],
    ])
  })
})
