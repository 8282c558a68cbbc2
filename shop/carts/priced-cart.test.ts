import { describe, expect, it } from 'vitest'
import { parseCart, unitsRequested } from '#shop/carts/cart.ts'
import { allocatedUnits, maxOfLine, priceCart } from '#shop/carts/priced-cart.ts'
import type { Sellable } from '#shop/catalogue/product.ts'
import { NO_MONEY, rupees } from '#shop/kernel/money.ts'
import { NO_DISCOUNTS } from '#tests/no-discounts.ts'

const FREE = { fee: NO_MONEY, freeAbove: null }
const taxes = { prices: 'flat', defaultRate: 1800, rates: {} } as const

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
    allergens: [],
    mrp: null,
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

function price(text: string, maxUnits = 999) {
  return priceCart(parseCart(text), SHELF, { shipping: FREE, taxes, maxUnits }, NO_DISCOUNTS)
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

  it('allows an order of the last units in stock', () => {
    expect(price('1x1-10*10_10x10').canCheckOut).toBe(true)
    expect(price('1x1-10*10_10x11').lines[0]).toMatchObject({ problem: 'too_few_left' })
  })

  it('names the problem of each line', () => {
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

  it('limits the units of a product in one order, including those in mixes', () => {
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

  it('lists lines without a product separately, at no cost', () => {
    const cart = price('2x1_99x4')
    expect(cart.unavailable).toEqual([{ key: '99', index: 1, number: 99, name: null }])
    expect(cart.quote.subtotal).toBe(10000)
    expect(cart.canCheckOut).toBe(false)
  })

  it('prices an empty cart at 0 and does not let it check out', () => {
    expect(price('')).toMatchObject({ lines: [], canCheckOut: false, quote: { total: 0 } })
  })

  it('adds up units over lines and picks', () => {
    const units = { '1': 2, '10': 14, '11': 10 }
    expect(Object.fromEntries(unitsRequested(parseCart('1x2-10*7.11*3_11x4')))).toEqual(units)
    const allocated = allocatedUnits(price('1x2-10*7.11*3_11x4'))
    expect(Object.fromEntries(allocated)).toEqual({ 'id-1': 2, 'id-10': 14, 'id-11': 10 })
  })
})

describe('maxOfLine', () => {
  const [BOX, SPICE, RAGI] = ['1x1-2*3', '2x1', '3x1']
  const shelf = [
    sellable(1, { stockQuantity: 50, tastemakerPicks: 3 }),
    sellable(2, { stockQuantity: 10, isPick: true }),
    sellable(3, { stockQuantity: 2000 }),
  ]

  /** Returns the maximum of the first line. */
  function maxOfFirst(text: string, maxUnits = 999): number | undefined {
    const { lines } = priceCart(parseCart(text), shelf, { shipping: FREE, taxes, maxUnits }, NO_DISCOUNTS)
    return lines[0] && maxOfLine(lines[0], lines, maxUnits)
  }

  it('is the stock of a plain product, and never more than a line may hold', () => {
    expect(maxOfFirst(SPICE)).toBe(10)
    expect(maxOfFirst(RAGI)).toBe(999)
  })

  it('depends on the stock of a mix’s picks and their counts', () => {
    expect(maxOfFirst(BOX)).toBe(3)
  })

  it('leaves units for the other lines', () => {
    expect(maxOfFirst(`${SPICE}_1x2-2*3`)).toBe(4)
    expect(maxOfFirst(`${BOX}_2x5`)).toBe(1)
  })

  it('respects the limit of an order, mixes included', () => {
    expect(maxOfFirst(RAGI, 30)).toBe(30)
    expect(maxOfFirst(BOX, 7)).toBe(2)
    expect(maxOfFirst(`${SPICE}_${BOX}`, 7)).toBe(4)
  })

  it('is 0 if the other lines exceed the stock', () => {
    expect(maxOfFirst(`${SPICE}_1x9-2*3`)).toBe(0)
  })

  it('is not limited by a pick that is no longer sold', () => {
    expect(maxOfFirst('1x1-2*2.99')).toBe(5)
  })
})
