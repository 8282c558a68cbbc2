import { expect, it } from 'vitest'
import { parseMixes, withMix } from '#app/cart/mix-store.ts'
import type { Cart } from '#shop/carts/cart.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'

it('parses mixes for three weeks, and returns none for a malformed text', () => {
  const now = Date.UTC(2026, 10, 23)
  const mix = { number: 1, quantity: 2, picks: { 5: 3, 7: 1 } }
  expect(parseMixes(`${now}~1x2-5*3.7`, now + 20 * DAY_MS, '')).toEqual([mix])
  expect(parseMixes(`${now}~1x2-5*3.7`, now + 21 * DAY_MS, '')).toEqual([])
  for (const text of ['', '~', 'x~1x2', `${now}`, `${now}~<b>`, '1x2-5*3.7'])
    expect(parseMixes(text, now, '')).toEqual([])
})

it('parses a visitor’s mixes for everybody, and an account’s mixes unless another account reads them', () => {
  const mix = { number: 1, quantity: 1, picks: { 5: 1 } }
  for (const [textOwner, owner] of [
    ['anny', 'anny'],
    ['anny', ''],
    ['', 'anny'],
  ])
    expect(parseMixes(`1~1x1-5~${textOwner}`, 2, owner ?? '')).toEqual([mix])
  expect(parseMixes('1~1x1-5~anny', 2, 'bela')).toEqual([])
})

it('keeps the latest mix of each product, at most twenty, and drops an empty mix', () => {
  const [first, second] = [1, 2].map((number) => ({ number, quantity: 1, picks: { 5: 1 } }))
  if (!first || !second) throw new Error('no mixes')
  const mixes = withMix(withMix([], first), second)
  expect(withMix(mixes, { ...first, quantity: 3 })).toEqual([second, { ...first, quantity: 3 }])
  expect(withMix(mixes, { ...second, picks: {} })).toEqual([first])
  const many = Array.from({ length: 30 }, (_, at) => ({ ...first, number: at + 1 })).reduce<Cart>(withMix, [])
  expect(many.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => at + 11))
})
