import { describe, expect, it } from 'vitest'
import { maxOfLine } from '#shop/carts/max-of-line.ts'
import { priceCart, type WantedLine } from '#shop/carts/priced-cart.ts'
import type { Sellable } from '#shop/catalogue/product.ts'
import { NO_MONEY, rupees } from '#shop/kernel/money.ts'
import { NO_DISCOUNTS } from '#shop/pricing/discounts.ts'

function product(id: string, stockQuantity: number, fields: Partial<Sellable> = {}): Sellable {
  const plain = {
    number: 1,
    slug: id,
    category: 'meal-mix',
    price: rupees(100),
    discountPrice: null,
  } as const
  const rest = { tastemakerPicks: 0, isPick: false, imageUrls: [], shortDescription: '' }
  return { id, name: id, ...plain, ...rest, stockQuantity, ...fields }
}

const BOX = product('box', 50, { tastemakerPicks: 3 })
const SPICE = product('spice', 10, { isPick: true })
const RAGI = product('ragi', 2000)
const line = (fields: Partial<WantedLine>): WantedLine => ({
  key: 'line',
  productId: 'ragi',
  quantity: 1,
  picks: [],
  ...fields,
})
const mix = (fields: Partial<WantedLine> = {}) =>
  line({ key: 'mix', productId: 'box', picks: [{ productId: 'spice', count: 3 }], ...fields })

function most(key: string, wanted: WantedLine[], mostUnits = 999): number | undefined {
  const terms = { shipping: { fee: NO_MONEY, freeAbove: null }, mostUnits }
  const { lines } = priceCart(wanted, [BOX, SPICE, RAGI], terms, NO_DISCOUNTS)
  const found = lines.find((one) => one.key === key)
  return found && maxOfLine(found, lines, mostUnits)
}

describe('mostOfLine', () => {
  it('is the stock of a plain product, and never more than a line may hold', () => {
    expect(most('line', [line({ productId: 'spice' })])).toBe(10)
    expect(most('line', [line({})])).toBe(999)
  })

  it('counts the picks of a mix, each as often as it goes in', () => {
    expect(most('mix', [mix()])).toBe(3)
  })

  it('leaves the other lines what they take', () => {
    expect(most('line', [line({ productId: 'spice' }), mix({ quantity: 2 })])).toBe(4)
    expect(most('mix', [line({ productId: 'spice', quantity: 5 }), mix()])).toBe(1)
  })

  it('is what one order may hold, mixes included', () => {
    expect(most('line', [line({})], 30)).toBe(30)
    expect(most('mix', [mix()], 7)).toBe(2)
    expect(most('line', [line({ productId: 'spice' }), mix()], 7)).toBe(4)
  })

  it('is 0, not less, when the others take it all', () => {
    expect(most('line', [line({ productId: 'spice' }), mix({ quantity: 9 })])).toBe(0)
  })
})
