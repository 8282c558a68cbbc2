import { describe, expect, it } from 'vitest'
import { perMeal } from '#app/marketing/figures.ts'
import { HYDRATION } from '#db/seed/catalogue/hydration.ts'
import { amountOf, nutrientRows, shareOf } from './label.tsx'

const [flavoured] = HYDRATION
if (!flavoured?.nutrition) throw new Error('the flavoured box has a label')

describe('a label', () => {
  it('lists energy and grams first, then minerals and vitamins with their share of a day', () => {
    const rows = nutrientRows(flavoured.nutrition ?? expect.fail())
    expect(rows[0]).toEqual({ name: 'Energy', amount: '7 kcal', dailyValue: null })
    expect(rows.at(-1)).toEqual({ name: 'Vitamin C', amount: '40 mg', dailyValue: 50 })
    expect(rows.map((row) => row.name)).toContain('Sodium')
  })

  it('shows a missing amount as not declared, and 0 as 0', () => {
    const panel = { ...(flavoured.nutrition ?? expect.fail()), calories: null, fat: 0 }
    expect(nutrientRows(panel)).toEqual(
      expect.arrayContaining([
        { name: 'Energy', amount: 'Not declared', dailyValue: null },
        { name: 'Fat', amount: '0 g', dailyValue: null },
      ]),
    )
    expect(perMeal(panel).map(({ label }) => label)).toEqual(['protein', 'fiber'])
  })

  it('finds nutrients and ingredients by name', () => {
    expect(amountOf(flavoured, 'Potassium')).toBe('200 mg')
    expect(amountOf(flavoured, 'Zinc')).toBeNull()
    expect(shareOf(flavoured, 'Tulsi')).toBe('2%')
    expect(shareOf(flavoured, 'Ashwagandha')).toBe('none')
    expect(shareOf({ ingredients: ['Tulsi leaf extract'] }, 'Tulsi')).toBe('in it')
  })
})
