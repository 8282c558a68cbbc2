import { describe, expect, it } from 'vitest'
import { filledPeople } from './flip-card.tsx'

describe('filledPeople', () => {
  it.each([
    [0, 0],
    [9.9, 0],
    [10, 1],
    [13.96, 1],
    [35.5, 2],
    [57, 3],
    [67.1, 3],
    [89.9, 4],
    [90, 5],
    [100, 5],
  ])('for %s percent fills %s of five people', (percentage, filled) => {
    expect(filledPeople(percentage)).toBe(filled)
  })

  it('returns 0 to 5 also for percentages out of range', () => {
    expect(filledPeople(-20)).toBe(0)
    expect(filledPeople(240)).toBe(5)
    expect(filledPeople(Number.NaN)).toBe(0)
  })
})
