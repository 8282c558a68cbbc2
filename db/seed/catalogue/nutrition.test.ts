import { describe, expect, it } from 'vitest'
import type { Nutrition } from '#shop/catalogue/product-fields.ts'
import { NO_KNOWN_ALLERGENS } from '#shop/catalogue/taxonomy.ts'
import { SEED_PRODUCTS } from './catalogue.ts'
import { DAILY_PROTEIN, DAILY_VALUES } from './daily-values.ts'

const foods = SEED_PRODUCTS.filter((product) => product.category !== 'biodegradable')

/** A nutrition panel of a seeded product, which declares all values. */
type Panel = { [Name in keyof Nutrition]: NonNullable<Nutrition[Name]> }

/** Returns kilocalories by the general factors; carbohydrates do not include fibre. */
function energy({ protein, carbohydrates, fat, fiber }: Panel): number {
  return 4 * protein + 4 * carbohydrates + 9 * fat + 2 * fiber
}

/** Returns the grams of one serving, read from its label. */
function grams({ servingSize }: Panel): number {
  return Number.parseFloat(servingSize)
}

describe('nutrition', () => {
  const panels = foods.map((food) => [food.slug, food, food.nutrition as Panel] as const)

  it('is declared for every food and for no other product', () => {
    for (const product of SEED_PRODUCTS)
      expect(product.nutrition !== null).toBe(product.category !== 'biodegradable')
  })

  it.each(panels)('has plausible energy and total weight for %s', (_, _food, panel) => {
    expect(Math.abs(panel.calories - energy(panel)) / panel.calories).toBeLessThan(0.12)
    expect(panel.protein + panel.carbohydrates + panel.fat + panel.fiber).toBeLessThan(grams(panel))
  })

  it.each(panels)('has the right daily values for %s', (_, _food, panel) => {
    for (const { name, amount, dailyValue } of [...panel.vitamins, ...panel.minerals]) {
      const reference = DAILY_VALUES[name as keyof typeof DAILY_VALUES]
      expect(amount.endsWith(` ${reference.unit}`)).toBe(true)
      expect(dailyValue).toBe(Math.round((Number.parseFloat(amount) / reference.amount) * 100))
    }
  })

  it('has the specified figures for the complete box', () => {
    const box = SEED_PRODUCTS.find((product) => product.slug === 'complete-box')?.nutrition
    expect(box).toMatchObject({ calories: 380, protein: 20.2, fiber: 11 })
    expect(box?.minerals).toContainEqual({ name: 'Iron', amount: '6.2 mg', dailyValue: 33 })
  })

  it.each(panels)('has the same figures in the benefits of %s', (_, food, panel) => {
    for (const benefit of food.benefits) {
      for (const [, amount, what] of benefit.matchAll(/([\d.]+) g (protein|fibre)/g)) {
        expect(Number(amount)).toBe(what === 'protein' ? panel.protein : panel.fiber)
      }
      for (const [, amount, name] of benefit.matchAll(/([\d.]+ (?:mg|µg)) (vitamin [AC]|\w+)/g)) {
        const nutrient = [...panel.vitamins, ...panel.minerals].find(
          (nutrient) => nutrient.name.toLowerCase() === name?.toLowerCase(),
        )
        expect(nutrient?.amount, benefit).toBe(amount)
      }
    }
  })
})

/** "Rich in" and "high in", per 100 g: Food Safety and Standards (Advertising and Claims) Regulations, Schedule I. */
const CLAIMS = {
  'protein-rich': { minimum: 0.2 * DAILY_PROTEIN, amount: (panel: Panel) => panel.protein },
  'high-fibre': { minimum: 6, amount: (panel: Panel) => panel.fiber },
  'iron-rich': {
    minimum: 0.3 * DAILY_VALUES.Iron.amount,
    amount: (panel: Panel) =>
      Number.parseFloat(panel.minerals.find((mineral) => mineral.name === 'Iron')?.amount ?? '0'),
  },
} as const

describe('health claims', () => {
  it.each(Object.entries(CLAIMS))(
    'of “%s” reach the legal minimum per 100 g',
    (claim, { minimum, amount }) => {
      const products = foods.filter((food) => (food.healthFocus as string[]).includes(claim))
      expect(products.length).toBeGreaterThan(0)
      for (const { nutrition } of products) {
        expect((amount(nutrition as Panel) / grams(nutrition as Panel)) * 100).toBeGreaterThanOrEqual(minimum)
      }
    },
  )

  it('of “sugar-free” require at most 0.5 g carbohydrates in 100 ml of the drink', () => {
    const products = foods.filter((food) => food.healthFocus.includes('sugar-free'))
    expect(products).not.toEqual([])
    for (const { nutrition } of products) {
      expect(nutrition?.servingSize).toContain('in 500 ml water')
      expect((nutrition?.carbohydrates ?? 500) / 5).toBeLessThanOrEqual(0.5)
    }
  })

  it('do not include those that require a laboratory or a doctor', () => {
    const untested = ['diabetic-friendly', 'low-gi', 'gluten-free']
    expect(
      SEED_PRODUCTS.filter((product) => product.healthFocus.some((focus) => untested.includes(focus))),
    ).toEqual([])
  })

  it('come with a declaration of each allergen in the ingredients', () => {
    const signs = {
      Peanut: /peanut/i,
      Soybean: /soya?\b|soybean/i,
      Sesame: /sesame/i,
      Milk: /milk powder|buttermilk/i,
      'Tree nuts (almond)': /almond/i,
      'Wheat (gluten)': /wheat/i,
      Mustard: /mustard/i,
    }
    for (const { slug, category, ingredients, allergens } of SEED_PRODUCTS) {
      const named = Object.entries(signs).filter(([, sign]) => sign.test(ingredients.join('; ')))
      const fallback = category === 'biodegradable' ? [] : [NO_KNOWN_ALLERGENS]
      const declared = named.length > 0 ? named.map(([allergen]) => allergen) : fallback
      expect(allergens.toSorted(), slug).toEqual(declared.toSorted())
    }
  })

  it('of “plant-based” are made for all foods without milk, and for no others', () => {
    for (const { slug, category, allergens, healthFocus } of SEED_PRODUCTS) {
      expect(healthFocus.includes('plant-based'), slug).toBe(
        category !== 'biodegradable' && !allergens.includes('Milk'),
      )
    }
  })
})
