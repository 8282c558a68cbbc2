import { describe, expect, it } from 'vitest'
import { hasArrived, nearestSlide, wrapIndex } from '#app/marketing/voices.tsx'

describe('the carousel', () => {
  it('wraps the index at both ends', () => {
    expect([wrapIndex(4, 4), wrapIndex(-1, 4), wrapIndex(2, 4)]).toEqual([0, 3, 2])
  })

  it('finds the slide nearest to the scroll position', () => {
    const starts = [0, 300, 600, 900]
    expect(nearestSlide(0, starts)).toBe(0)
    expect(nearestSlide(420, starts)).toBe(1)
    expect(nearestSlide(1200, starts)).toBe(3)
    expect(nearestSlide(10, [])).toBe(0)
  })

  it('has arrived within two pixels of the target slide, but not at another slide', () => {
    expect([hasArrived(898.6, 900), hasArrived(600, 900), hasArrived(901, 900)]).toEqual([true, false, true])
    expect(hasArrived(0, undefined)).toBe(true)
  })
})
