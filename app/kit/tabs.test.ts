import { expect, it } from 'vitest'
import { tabAfterKey } from '#app/kit/tabs.tsx'

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 0, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['ArrowDown', 0, null],
  ['Enter', 0, null],
])('maps %s on tab %i of three in a horizontal list to tab %j', (key, current, expected) => {
  expect(tabAfterKey(key, current, 3, 'horizontal')).toBe(expected)
})

it('uses the up and down arrow keys in a vertical list', () => {
  expect(tabAfterKey('ArrowDown', 2, 3, 'vertical')).toBe(0)
  expect(tabAfterKey('ArrowRight', 0, 3, 'vertical')).toBeNull()
})
