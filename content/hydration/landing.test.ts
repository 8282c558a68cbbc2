import { describe, expect, it } from 'vitest'
import { FLAVOURS } from '#content/hydration/flavours.ts'
import { BENEFITS, PILLARS } from '#content/hydration/landing.ts'
import { HYDRATION } from '#db/seed/catalogue/hydration.ts'

const [flavoured, unflavoured] = HYDRATION

describe('the hydration landing page', () => {
  it('makes only claims that the label confirms', () => {
    const figures = BENEFITS.map((benefit) => benefit.figure)
    expect(figures).toContain(String(flavoured?.ingredients.length))
    expect(unflavoured?.ingredients).toHaveLength(9)
    expect(flavoured?.benefits.join()).toMatch(/no added sugar.*no caffeine/i)
    expect(unflavoured?.benefits.join()).toMatch(/no sweetener.*colour or caffeine/i)
  })

  it.each(PILLARS)('names only $name that both boxes contain', ({ nutrients, ingredients }) => {
    for (const box of HYDRATION) {
      const named = [...(box.nutrition?.minerals ?? []), ...(box.nutrition?.vitamins ?? [])].map(
        ({ name }) => name,
      )
      expect(named).toEqual(expect.arrayContaining([...nutrients]))
      for (const word of ingredients) expect(box.ingredients.some((line) => line.startsWith(word))).toBe(true)
    }
  })

  it('links every flavour to a box in the catalogue', () => {
    const slugs = HYDRATION.map(({ slug }) => slug)
    expect(FLAVOURS.map(({ id }) => id)).toEqual([
      'mint-mojito',
      'ginger-lemon',
      'mango-chilli',
      'unflavoured',
    ])
    for (const { box } of FLAVOURS) expect(slugs).toContain(box)
  })
})
