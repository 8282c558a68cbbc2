import { expect, it } from 'vitest'
import { restAfter } from '#server/rollup-schedule.ts'

it('rests longer than it worked, and never less than it was told', () => {
  expect(restAfter(50, 2_000)).toBe(2_000)
  expect(restAfter(1_500, 2_000)).toBe(6_000)
})
