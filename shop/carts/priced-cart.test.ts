import { describe, expect, it } from 'vitest'
import { parseCart } from '#shop/carts/cart.ts'
import { pickCounts, priceCart, unitsRequested, wantedLines } from '#shop/carts/priced-cart.ts'
import type { Sellable } from '#shop/catalogue/product.ts'
import { NO_MONEY, rupees } from '#shop/kernel/money.ts'
import { NO_DISCOUNTS } from '#shop/pricing/discounts.ts'

const FREE = { fee: NO_MONEY, freeAbove: null }

function sellable(number: number, fields: Partial<Sellable> = {}): Sellable {
  return {
    id: `id-${number}`,
    number,
    slug: `product-${number}`,
    name: `Product ${number}`,
    category: 'meal-mix',
    price: rupees(100),
    discountPrice: null,
    stockQuantity: 20,
    tastemakerPicks: 0,
    isPick: false,
    imageUrls: [],
    shortDescription: '',
    ...fields,
  }
}

const SHELF = [
  sellable(1, { name: 'Box', tastemakerPicks: 10, price: rupees(699), discountPrice: rupees(599) }),
  sellable(2),
  sellable(3, { stockQuantity: 0 }),
  sellable(10, { isPick: true, category: 'tastemakers', price: rupees(15) }),
  sellable(11, { isPick: true, category: 'tastemakers', price: rupees(15), stockQuantity: 5 }),
]

function price(text: string, mostUnits = 999) {
  return priceCart(wantedLines(parseCart(text), SHELF), SHELF, { shipping: FREE, mostUnits }, NO_DISCOUNTS)
}

describe('priceCart', () => {
  it('prices each line with the discount price where there is one, and names custom mixes', () => {
    const cart = price('1x2-10*10_2x1')
    expect(cart.lines.map((line) => [line.name, line.unitPrice, line.lineTotal])).toEqual([
      ['Box (custom 10 flavors mix)', 59900, 119800],
      ['Product 2', 10000, 10000],
    ])
    expect(cart.quote.subtotal).toBe(129800)
    expect(cart.canCheckOut).toBe(true)
  })

  it('lets an order through that takes the very last units', () => {
    expect(price('1x1-10*10_10x10').canCheckOut).toBe(true)
    expect(price('1x1-10*10_10x11').lines[0]).toMatchObject({ problem: 'too_few_left' })
  })

  it('says what stands in the way', () => {
    expect(price('3x1').lines[0]).toMatchObject({
      problem: 'out_of_stock',
      message: 'Product 3 is out of stock.',
    })
    expect(price('2x21').lines[0]).toMatchObject({
      problem: 'too_few_left',
      message: 'Only 20 of Product 2 left in stock.',
    })
    expect(price('1x1-10*9').lines[0]).toMatchObject({ problem: 'wrong_picks' })
    expect(price('1x1-2*10').lines[0]).toMatchObject({ problem: 'wrong_picks' })
    expect(price('2x1-10*1').lines[0]).toMatchObject({ problem: 'wrong_picks' })
    expect(price('1x1-10*9.99').lines[0]).toMatchObject({ problem: 'not_sold' })
  })

  it('allows so many of one product in one order, those in mixes included', () => {
    expect(price('2x8', 8).canCheckOut).toBe(true)
    expect(price('2x9', 8).lines[0]).toMatchObject({
      problem: 'too_many',
      message: 'You can order up to 8 of Product 2 at a time. For more, write to us.',
    })
    const both = price('1x1-10*5.11*5_10x4', 8)
    expect(both.lines.map(({ problem }) => problem)).toEqual(['too_many', 'too_many'])
    expect(both.canCheckOut).toBe(false)
    expect(price('2x21', 8).lines[0]).toMatchObject({ problem: 'too_many' })
    expect(price('11x9', 8).lines[0]).toMatchObject({ problem: 'too_few_left' })
  })

  it('keeps lines whose product is gone apart, at no cost', () => {
    const cart = price('2x1_99x4')
    expect(cart.gone).toEqual(['99'])
    expect(cart.quote.subtotal).toBe(10000)
    expect(cart.canCheckOut).toBe(false)
  })

  it('an empty cart costs nothing and cannot be checked out', () => {
    expect(price('')).toMatchObject({ lines: [], canCheckOut: false, quote: { total: 0 } })
  })

  it('adds up units over lines and picks', () => {
    const units = unitsRequested(wantedLines(parseCart('1x2-10*7.11*3_11x4'), SHELF))
    expect(Object.fromEntries(units)).toEqual({ 'id-1': 2, 'id-10': 14, 'id-11': 10 })
    expect(pickCounts(['a', 'b', 'a'])).toEqual([
      { productId: 'a', count: 2 },
      { productId: 'b', count: 1 },
    ])
  })
})
