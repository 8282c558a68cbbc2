import { describe, expect, it } from 'vitest'
import { numbersIn, parseCart } from '#shop/carts/cart.ts'
import { type CartView, orderablePart, priceCartView } from '#shop/carts/cart-view.ts'
import { orderProblems } from '#shop/carts/priced-cart.ts'
import type { Sellable } from '#shop/catalogue/product.ts'
import { NO_MONEY, rupees } from '#shop/kernel/money.ts'
import { NO_DISCOUNTS } from '#tests/no-discounts.ts'

function product(number: number, fields: Partial<Sellable> = {}): Sellable {
  const plain = { category: 'meal-mix', price: rupees(100), discountPrice: null, stockQuantity: 50 } as const
  const rest = {
    tastemakerPicks: 0,
    isPick: false,
    imageUrls: [],
    shortDescription: '',
    allergens: [],
    mrp: null,
  }
  return { id: `p${number}`, number, slug: `p${number}`, name: `P${number}`, ...plain, ...rest, ...fields }
}

const view: CartView = {
  cart: parseCart('1x1-10*2_2x1_9x1'),
  products: [
    product(1, { tastemakerPicks: 2, allergens: ['Peanut', 'Sesame'] }),
    product(2),
    product(10, { isPick: true, allergens: ['Milk', 'Sesame'] }),
  ],
  shipping: { fee: NO_MONEY, freeAbove: null },
  taxes: { prices: 'flat', defaultRate: 1800, rates: {} },
  maxUnits: 999,
  discounts: NO_DISCOUNTS,
  seen: '',
  withdrawn: {},
}

describe('priceCartView', () => {
  it('prices the loaded cart, and lists a product that is not on sale as unavailable', () => {
    const priced = priceCartView(view, view.cart)
    expect(priced.quote.subtotal).toBe(rupees(200))
    expect(priced.unavailable).toMatchObject([{ key: '9' }])
  })

  it('names products that are no longer sold, also in a mix', () => {
    const cart = parseCart('1x1-10*1.11*1_9x1')
    const priced = priceCartView({ ...view, cart, withdrawn: { 9: 'Old Jar', 11: 'Sambar' } }, cart)
    expect(orderProblems(priced)).toEqual([
      'We no longer sell Sambar. Choose again.',
      'We no longer sell Old Jar.',
    ])
    expect(orderProblems(priceCartView({ ...view, cart }, cart))).toEqual([
      'A tastemaker of this mix is no longer sold. Choose again.',
      'Something in your cart is no longer sold.',
    ])
  })

  it('prices a changed cart', () => {
    const priced = priceCartView(view, parseCart('2x3'))
    expect(priced.quote.subtotal).toBe(rupees(300))
    expect(priced.canCheckOut).toBe(true)
  })

  it('leaves out a line whose product is not loaded, instead of listing it as unavailable', () => {
    const priced = priceCartView(view, parseCart('2x1_77x1_1x1-78*2'))
    expect(priced.lines.map((line) => line.product.number)).toEqual([2])
    expect(priced.unavailable).toEqual([])
  })

  it('splits the cart into a priced orderable part and a count of the other items', () => {
    const wider = { ...view, products: [...view.products, product(3, { stockQuantity: 0 })] }
    const cart = parseCart('2x3_9x2_3x4')
    const { part, leftOut } = orderablePart({ ...wider, cart }, cart, priceCartView({ ...wider, cart }, cart))
    expect([part.lines.map(({ number }) => number), part.quote.subtotal, leftOut]).toEqual([
      [2],
      rupees(300),
      6,
    ])
    const whole = priceCartView(view, parseCart('2x3'))
    expect(orderablePart(view, parseCart('2x3'), whole)).toEqual({ part: whole, leftOut: 0 })
  })

  it('knows the catalogue numbers of lines and picks', () => {
    expect([...numbersIn(parseCart('1x1-10*3.11_2x2'))]).toEqual([1, 10, 11, 2])
  })
})
