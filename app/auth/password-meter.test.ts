import { expect, it } from 'vitest'
import { strengthOf } from '#app/auth/password-meter.ts'

it.each([
  ['Password1', 0, 1],
  ['Savita-2026', 0, 2],
  ['Abcdefg1', 0, 2],
  ['correct-Horse-7-battery', 4, 4],
])('%s is rated from %i to %i', (password, least, most) => {
  const score = strengthOf(password, ['Savita', 'Rao', 'savita'])
  expect(score).toBeGreaterThanOrEqual(least)
  expect(score).toBeLessThanOrEqual(most)
})
