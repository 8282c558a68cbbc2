import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changeNote,
  type PriceSnapshot,
  parseSnapshot,
  serializeSnapshot,
  snapshotAll,
  snapshotNew,
} from '#shop/carts/price-snapshot.ts'
import type { PricedLine } from '#shop/carts/priced-cart.ts'
import { paise, rupees } from '#shop/kernel/money.ts'

const product = (price: number, stockQuantity: number, number = 2) => ({
  number,
  price: rupees(price),
  discountPrice: null,
  stockQuantity,
})

/** Returns a line with three units of product 2. */
function line(price: number, left: number): PricedLine {
  const problem = left <= 0 ? 'out_of_stock' : left < 3 ? 'too_few_left' : null
  return { product: product(price, left), quantity: 3, unitPrice: rupees(price), problem } as PricedLine
}

const BEFORE = snapshotAll([product(279, 10)])

describe('price snapshot', () => {
  it.each([
    [line(279, 10), null],
    [line(279, 3), null],
    [line(289, 10), 'It was ₹279 when you last looked.'],
    [line(269, 10), 'It was ₹279 when you last looked.'],
    [line(279, 2), 'There was enough when you last looked.'],
    [line(289, 0), 'It was ₹279 when you last looked. There was enough when you last looked.'],
  ])('notes changes of price and stock, case %#', (now, note) => {
    expect(changeNote(now, BEFORE)).toBe(note)
  })

  it('notes that there is enough stock again', () => {
    expect(changeNote(line(279, 10), snapshotAll([product(279, 1)]))).toBe(
      'There is enough again since you last looked.',
    )
  })

  it('has no note for a product that the customer has not seen', () => {
    expect(changeNote(line(279, 0), {})).toBeNull()
  })

  it('keeps the first prices until confirmed, adds new products and drops removed products', () => {
    const seen = snapshotNew(BEFORE, [product(500, 1), product(15, 7, 10)])
    expect(seen).toEqual({ 2: { price: rupees(279), left: 10 }, 10: { price: rupees(15), left: 7 } })
    expect(snapshotNew(seen, [product(15, 3, 10)])).toEqual({ 10: { price: rupees(15), left: 7 } })
  })

  it('round-trips through a text that cookies allow, and parses any input', () => {
    const entry = fc.record({ price: fc.integer({ min: 1, max: 1e9 }).map(paise), left: fc.nat(99_999) })
    const seen = fc.dictionary(fc.integer({ min: 1, max: 99_999 }).map(String), entry, { maxKeys: 60 })
    fc.assert(
      fc.property(seen, (any) => {
        expect(serializeSnapshot(any as PriceSnapshot)).toMatch(/^[\d._]*$/)
        expect(parseSnapshot(serializeSnapshot(any as PriceSnapshot))).toEqual(any)
      }),
    )
    fc.assert(
      fc.property(fc.string(), (text) => Object.keys(parseSnapshot(text)).every((key) => /^\d+$/.test(key))),
    )
  })
})
