import { expect, it } from 'vitest'
import { pauseAfter } from '#server/repeat.ts'

it('pauses four times as long as it worked, and at least the configured interval', () => {
  expect(pauseAfter(50, 2_000)).toBe(2_000)
  expect(pauseAfter(1_500, 2_000)).toBe(6_000)
})
