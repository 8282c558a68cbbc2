import { expect, it } from 'vitest'
import { type Cart, parseCart, serializeCart } from '#shop/carts/cart.ts'
import { rebase } from '#shop/carts/merging.ts'
import {
  countRemoved,
  parseRemoved,
  type RemovedLines,
  removeLines,
  restoreAll,
  restoreLines,
  selectLines,
  serializeRemoved,
} from '#shop/carts/removed.ts'

const CART = parseCart('1x2_5x1-7*3.8*7_3x4')

it.each([['5-7*3.8*7'], ['1'], ['3'], [null]])('restores exactly the removed lines: %s', (key) => {
  const removed = selectLines(CART, key)
  const remaining = removeLines(CART, removed)
  expect(remaining).toHaveLength(key === null ? 0 : 2)
  const stored = parseRemoved(serializeRemoved([removed]))
  expect(serializeCart(restoreAll(remaining, stored))).toBe(serializeCart(CART))
})

it('restores lines that were removed in several steps', () => {
  const steps = ['3', '1', null].reduce<{ cart: Cart; removed: RemovedLines[] }>(
    ({ cart, removed }, key) => {
      const step = selectLines(cart, key)
      return { cart: removeLines(cart, step), removed: [...removed, step] }
    },
    { cart: CART, removed: [] },
  )
  expect(steps.cart).toEqual([])
  expect(countRemoved(steps.removed)).toBe(7)
  const stored = parseRemoved(serializeRemoved(steps.removed))
  expect(serializeCart(restoreAll(steps.cart, stored))).toBe(serializeCart(CART))
})

it('keeps changes that were made since the removal', () => {
  const removed = selectLines(CART, null)
  expect(serializeCart(restoreLines(parseCart('9x1_3x1'), removed))).toBe('1x2_5x1-7*3.8*7_9x1_3x4')
  expect(serializeCart(restoreLines(parseCart('3x9'), removed))).toBe('1x2_5x1-7*3.8*7_3x9')
  const middle = selectLines(CART, '5-7*3.8*7')
  expect(serializeCart(restoreLines(parseCart('3x4'), middle))).toBe('3x4_5x1-7*3.8*7')
})

it('keeps restored lines in their place when a request from before the undo is answered', () => {
  const removed = selectLines(CART, '1')
  const remaining = removeLines(CART, removed)
  expect(serializeCart(rebase(remaining, restoreLines(remaining, removed), remaining))).toBe(
    serializeCart(CART),
  )
})

it.each(['', '1', '~1x1', '1~', '1~<script>', 'x~1x1', '99999~1x1', `1~${'1x1_'.repeat(1000)}`])(
  'ignores a malformed text: %s',
  (text) => expect(parseRemoved(text)).toEqual([]),
)

it('drops the earliest removals that do not fit into a cookie', () => {
  const many = Array.from({ length: 500 }, (_, at) => ({ number: 1_000_000 + at, quantity: 1, picks: {} }))
  const [long, short] = [selectLines(many, null), selectLines(CART, '1')]
  expect(serializeRemoved([long])).toBe('')
  expect(serializeRemoved([long, short])).toBe('0~1x2')
  expect(serializeRemoved([short, long])).toBe('')
})
