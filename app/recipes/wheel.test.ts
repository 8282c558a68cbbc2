import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { segmentUnderPointer, spin } from './wheel.tsx'

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const startRotation = fc.double({ min: 0, max: 1e6, noNaN: true })

describe('a spin', () => {
  it('stops with the chosen segment under the pointer, wherever it started', () => {
    fc.assert(
      fc.property(random, startRotation, (number, from) => {
        const { index, rotation } = spin(number, from, 6)
        expect(segmentUnderPointer(rotation, 6)).toBe(index)
      }),
    )
  })

  it('makes 3 to 10 full turns', () => {
    fc.assert(
      fc.property(random, startRotation, (number, from) => {
        const turns = (spin(number, from, 6).rotation - from) / 360
        expect(turns).toBeGreaterThanOrEqual(3)
        expect(turns).toBeLessThan(10)
      }),
    )
  })

  it('gives every segment the same share of random numbers', () => {
    const counts = [0, 0, 0, 0, 0, 0]
    for (let i = 0; i < 60_000; i++) {
      const { index } = spin((i + 0.5) / 60_000, 0, 6)
      counts[index] = (counts[index] ?? 0) + 1
    }
    expect(counts).toEqual([10_000, 10_000, 10_000, 10_000, 10_000, 10_000])
  })

  it('chooses the number of turns independently of the segment', () => {
    const turnsOf = (index: number) =>
      new Set(
        Array.from({ length: 700 }, (_, i) => Math.floor(spin((index + i / 700) / 6, 0, 6).rotation / 360)),
      )
    for (const index of [0, 1, 2, 3, 4, 5]) expect(turnsOf(index).size).toBeGreaterThanOrEqual(7)
  })
})

describe('the segment under the pointer', () => {
  it.each([
    [0, 0],
    [-60, 1],
    [-300, 5],
    [60, 5],
    [720 + 29, 0],
    [720 - 31, 1],
  ])('at %i degrees is %i', (rotation, segment) => {
    expect(segmentUnderPointer(rotation, 6)).toBe(segment)
  })
})
