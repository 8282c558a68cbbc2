import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cartVersion, needsMerge, reconcileCarts, type StoredCarts } from '#shop/carts/account-cart.ts'
import {
  addLine,
  type Cart,
  EMPTY_CART,
  lineKey,
  MAX_PER_LINE,
  quantityOf,
  removeLine,
  setQuantity,
} from '#shop/carts/cart.ts'
import { largerQuantities, mergeCarts, rebase, removeOrdered } from '#shop/carts/merging.ts'

const USER = '11111111-1111-4111-8111-111111111111'
const OTHER = '22222222-2222-4222-8222-222222222222'

// Few products and few picks, so that both carts often have equal lines and share stock.
const line = fc.record({
  number: fc.integer({ min: 1, max: 6 }),
  quantity: fc.integer({ min: 1, max: 20 }),
  picks: fc.dictionary(fc.integer({ min: 4, max: 8 }).map(String), fc.integer({ min: 1, max: 3 }), {
    maxKeys: 2,
  }),
})
const cart = fc.array(line, { maxLength: 65 }).map((lines) => lines.reduce<Cart>(addLine, EMPTY_CART))
const shelf = fc
  .array(fc.integer({ min: 0, max: 60 }), { minLength: 8, maxLength: 8 })
  .map((stocks) => stocks.map((stockQuantity, at) => ({ number: at + 1, stockQuantity })))
const PLENTY = Array.from({ length: 8 }, (_, at) => ({ number: at + 1, stockQuantity: 1_000_000 }))

const keys = (any: Cart) => new Set(any.map(lineKey))
const expectSame = (actual: Cart, expected: Cart) =>
  expect(new Map(actual.map((each) => [lineKey(each), each.quantity]))).toEqual(
    new Map(expected.map((each) => [lineKey(each), each.quantity])),
  )

function unitsOf(any: Cart, number: number): number {
  return any.reduce(
    (sum, each) => sum + each.quantity * ((each.number === number ? 1 : 0) + (each.picks[number] ?? 0)),
    0,
  )
}

describe('mergeCarts', () => {
  it('keeps exactly the lines of both carts, with custom mixes apart by their picks', () => {
    fc.assert(
      fc.property(cart, cart, shelf, (account, visitor, products) => {
        const merged = mergeCarts(account, visitor, products)
        expect(keys(merged)).toEqual(new Set([...keys(account), ...keys(visitor)]))
        expect(merged.every(({ quantity }) => quantity >= 1)).toBe(true)
      }),
    )
  })

  it('adds the quantities where the stock allows', () => {
    fc.assert(
      fc.property(cart, cart, (account, visitor) => {
        for (const each of mergeCarts(account, visitor, PLENTY)) {
          const key = lineKey(each)
          expect(each.quantity).toBe(
            Math.min(MAX_PER_LINE, quantityOf(account, key) + quantityOf(visitor, key)),
          )
        }
      }),
    )
  })

  it('adds quantities up to the stock, and no line exceeds the sum of both', () => {
    fc.assert(
      fc.property(cart, cart, shelf, (account, visitor, products) => {
        const merged = mergeCarts(account, visitor, products)
        for (const each of merged) {
          const key = lineKey(each)
          const sum = quantityOf(account, key) + quantityOf(visitor, key)
          expect(each.quantity).toBeLessThanOrEqual(sum)
        }
        // Merged units are at most the stock, or the units of the larger quantities if those exceed it.
        const without = largerQuantities(account, visitor)
        for (const { number, stockQuantity } of products) {
          const most = Math.max(stockQuantity, unitsOf(without, number))
          expect(unitsOf(merged, number)).toBeLessThanOrEqual(most)
        }
      }),
    )
  })

  it('limits the sum to the stock, and keeps the larger quantity if that exceeds the stock', () => {
    const four = [{ number: 2, quantity: 4, picks: {} }]
    const six = [{ number: 2, quantity: 6, picks: {} }]
    expect(mergeCarts(four, four, [{ number: 2, stockQuantity: 5 }])).toMatchObject([{ quantity: 5 }])
    expect(mergeCarts(four, six, [{ number: 2, stockQuantity: 0 }])).toMatchObject([{ quantity: 6 }])
    expect(mergeCarts(four, six, [])).toMatchObject([{ quantity: 6 }])
    expect(mergeCarts([], six, [{ number: 2, stockQuantity: 1 }])).toMatchObject([{ quantity: 6 }])
  })

  it('merges 65 lines with 65 others and with the same 65', () => {
    const lines65 = (from: number) =>
      Array.from({ length: 65 }, (_, at) => ({
        number: 1,
        quantity: 2,
        picks: { [from + at]: 10 },
      }))
    const stocked = Array.from({ length: 400 }, (_, at) => ({ number: at + 1, stockQuantity: 10_000 }))
    expect(mergeCarts(lines65(10), lines65(200), stocked)).toHaveLength(130)
    const twice = mergeCarts(lines65(10), lines65(10), stocked)
    expect(twice).toHaveLength(65)
    expect(twice.every(({ quantity }) => quantity === 4)).toBe(true)
  })
})

describe('copies of one cart', () => {
  it('rebase takes the changed copy if the other is unchanged', () => {
    fc.assert(
      fc.property(cart, cart, (base, changed) => {
        expectSame(rebase(base, base, changed), changed)
        expectSame(rebase(base, changed, base), changed)
        expectSame(removeOrdered(base, base), [])
      }),
    )
  })

  it('largerQuantities loses no line, in any order and when repeated', () => {
    fc.assert(
      fc.property(cart, cart, (first, second) => {
        const both = largerQuantities(first, second)
        expectSame(both, largerQuantities(second, first))
        expectSame(both, largerQuantities(both, first))
        expect(keys(both)).toEqual(new Set([...keys(first), ...keys(second)]))
      }),
    )
  })
})

describe('reconcileCarts', () => {
  const storedCarts = (fields: Partial<StoredCarts>): StoredCarts => ({
    userId: USER,
    account: [],
    merged: null,
    browser: { cart: [], version: null },
    ...fields,
  })

  it('takes the copy that changed since the last sync', () => {
    fc.assert(
      fc.property(cart, cart, (base, after) => {
        const version = cartVersion(USER, base)
        expectSame(
          reconcileCarts(storedCarts({ browser: { cart: base, version }, account: after })).cart,
          after,
        )
        expectSame(
          reconcileCarts(storedCarts({ browser: { cart: after, version }, account: base })).cart,
          after,
        )
      }),
    )
  })

  it('loses no line if both changed, and is idempotent', () => {
    fc.assert(
      fc.property(cart, cart, cart, (base, local, account) => {
        const browser = { cart: local, version: cartVersion(USER, base) }
        const isChanged = cartVersion(USER, local) !== browser.version
        const isConflict = isChanged && cartVersion(USER, account) !== browser.version
        const first = reconcileCarts(storedCarts({ browser, account })).cart
        if (isConflict) expect(keys(first)).toEqual(new Set([...keys(local), ...keys(account)]))
        expectSame(
          reconcileCarts(storedCarts({ browser, account: first })).cart,
          isChanged && !isConflict ? local : first,
        )
      }),
    )
  })

  it('adds a visitor’s cart once per session, and later changes of it as well', () => {
    fc.assert(
      fc.property(cart, cart, (account, visitor) => {
        const first = reconcileCarts(
          storedCarts({ browser: { cart: visitor, version: null }, account }),
          PLENTY,
        )
        if (visitor.length === 0) {
          expect(first).toEqual({ cart: account, merged: null })
          return
        }
        expect(first.merged).toEqual(visitor)
        const again = { browser: { cart: visitor, version: null }, account: first.cart, merged: first.merged }
        expectSame(reconcileCarts(storedCarts(again), PLENTY).cart, first.cart)
        const key = lineKey(visitor[0] ?? { number: 1, picks: {} })
        const more = setQuantity(visitor, key, quantityOf(visitor, key) + 1)
        const grown = reconcileCarts(
          storedCarts({ ...again, browser: { cart: more, version: null } }),
          PLENTY,
        ).cart
        expect(quantityOf(grown, key)).toBe(Math.min(MAX_PER_LINE, quantityOf(first.cart, key) + 1))
      }),
    )
  })

  it('drops another account’s cart, unless it was changed since its last sync', () => {
    const two = [{ number: 2, quantity: 2, picks: {} }]
    const other = [{ number: 3, quantity: 1, picks: {} }]
    const version = cartVersion(OTHER, [...other, ...two])
    const unchanged = storedCarts({ browser: { cart: [...two, ...other], version }, account: two })
    expect(needsMerge(unchanged)).toBe(false)
    expect(reconcileCarts(unchanged, PLENTY)).toEqual({ cart: two, merged: null })
    const changed = storedCarts({ browser: { cart: two, version }, account: two })
    expect(needsMerge(changed)).toBe(true)
    expect(reconcileCarts(changed, PLENTY).cart).toMatchObject([{ quantity: 4 }])
  })

  it('leaves an emptied cart empty, and keeps the account’s cart if the cookie is missing', () => {
    const two = [{ number: 2, quantity: 2, picks: {} }]
    const version = cartVersion(USER, two)
    expect(
      reconcileCarts(storedCarts({ browser: { cart: removeLine(two, '2'), version }, account: two })).cart,
    ).toEqual([])
    expect(reconcileCarts(storedCarts({ browser: { cart: [], version: null }, account: two })).cart).toEqual(
      two,
    )
    expect(reconcileCarts(storedCarts({ browser: { cart: null, version }, account: two })).cart).toEqual(two)
  })
})
