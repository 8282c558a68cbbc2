import { expect, it } from 'vitest'
import { paise } from '#shop/kernel/money.ts'
import { savedPercent } from './saved-percent.ts'

it.each([
  [69_900, 59_900, 14],
  [10_000, 7_500, 25],
  [1_000, 995, 1],
  [10_000, 10_000, 0],
  [10_000, 12_000, 0],
  [0, 0, 0],
])('from %i to %i paise saves %i percent', (original, price, expected) => {
  expect(savedPercent(paise(original), paise(price))).toBe(expected)
})
