import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countPicks, type Picks } from '#shop/carts/cart.ts'
import { addPick, mixCount, mixMessage, mixName, mixState, removePick } from '#shop/carts/mix.ts'

const NEEDED = 10
type Step = { add: boolean; number: number }
const steps = fc.array(fc.record({ add: fc.boolean(), number: fc.integer({ min: 10, max: 29 }) }), {
  maxLength: 60,
})

function play(all: Step[]): Picks {
  return all.reduce<Picks>(
    (picks, { add, number }) => (add ? addPick(picks, number, NEEDED) : removePick(picks, number)),
    {},
  )
}

describe('mix', () => {
  it('holds 0 to 10 picks after any clicks', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const picks = play(all)
        expect(countPicks(picks)).toBeLessThanOrEqual(NEEDED)
        expect(Object.values(picks).every((count) => count > 0)).toBe(true)
      }),
    )
  })

  it('takes the same flavour several times, but no eleventh pick', () => {
    const full = play(Array.from({ length: 12 }, () => ({ add: true, number: 10 })))
    expect(full).toEqual({ 10: 10 })
    expect(mixState(full, NEEDED)).toMatchObject({ isFull: true, isReady: true })
    expect(addPick(full, 11, NEEDED)).toBe(full)
    expect(removePick(full, 10)).toEqual({ 10: 9 })
    expect(removePick({ 10: 1 }, 10)).toEqual({})
  })

  it('describes its progress in the words of the specification', () => {
    const seven = mixState({ 10: 7 }, NEEDED)
    expect(mixCount(seven)).toBe('7/10 selected')
    expect(mixMessage(seven)).toBe('Select 3 more tastemaker(s) to add to cart')
    expect(mixMessage(mixState({ 10: 10 }, NEEDED))).toBe('Ready to add to cart!')
    expect(mixMessage(mixState({ 10: 9, 11: 2 }, NEEDED))).toBe('Take 1 out: the mix holds 10')
    expect(mixName('The complete box', NEEDED)).toBe('The complete box (custom 10 flavors mix)')
  })
})
