import fc from 'fast-check'
import { expect, it } from 'vitest'
import { boxesOf } from '#app/programme/worker/task-panel.tsx'

it('boxesOf draws one box per piece for small quantities', () => {
  expect(boxesOf(24, 15)).toEqual({ boxes: 24, full: 15 })
  expect(boxesOf(1, 0)).toEqual({ boxes: 1, full: 0 })
})

it('boxesOf fills all boxes only if all is done, and never fewer boxes for a higher count', () => {
  const counts = fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.nat(), fc.nat())
  fc.assert(
    fc.property(counts, ([quantity, counted, other]) => {
      const done = counted % (quantity + 1)
      const { boxes, full } = boxesOf(quantity, done)
      expect(full === boxes).toBe(done === quantity)
      const higher = done + (other % (quantity - done + 1))
      expect(boxesOf(quantity, higher).full).toBeGreaterThanOrEqual(full)
    }),
  )
})
