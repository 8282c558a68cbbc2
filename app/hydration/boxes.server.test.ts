import { expect, it } from 'vitest'
import { isDemoRating } from './boxes.server.ts'

it('calls a rating a demonstration only when no customer is behind it', () => {
  expect(isDemoRating([{ isSeed: true }])).toBe(true)
  expect(isDemoRating([{ isSeed: true }, { isSeed: false }])).toBe(false)
  expect(isDemoRating([])).toBe(false)
})
