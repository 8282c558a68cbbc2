import { expect, it } from 'vitest'
import { parseMixes } from '#app/cart/kept-mixes.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'

it('mixes are kept for three weeks, and a broken text is none', () => {
  const now = Date.UTC(2026, 10, 23)
  const mix = { number: 1, quantity: 2, picks: { 5: 3, 7: 1 } }
  expect(parseMixes(`${now}~1x2-5*3.7`, now + 20 * DAY_MS)).toEqual([mix])
  expect(parseMixes(`${now}~1x2-5*3.7`, now + 21 * DAY_MS)).toEqual([])
  for (const text of ['', '~', 'x~1x2', `${now}`, `${now}~<b>`, '1x2-5*3.7'])
    expect(parseMixes(text, now)).toEqual([])
})
