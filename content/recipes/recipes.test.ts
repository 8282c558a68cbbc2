import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SEED_PRODUCTS } from '#db/seed/catalogue/catalogue.ts'
import { RECIPE_PRODUCTS, type RecipeProduct } from './recipe.ts'
import { RECIPES } from './recipes.ts'
import { WHEEL } from './wheel.ts'

const PRODUCTS = Object.entries(RECIPE_PRODUCTS) as [RecipeProduct, string][]
const nameFor = (slug: RecipeProduct) =>
  slug.endsWith('-mix') ? RECIPE_PRODUCTS[slug] : `${RECIPE_PRODUCTS[slug]} tastemaker`

describe('the recipes', () => {
  it('are thirty, with unique ids, names, pictures and summaries', () => {
    expect(RECIPES).toHaveLength(30)
    for (const key of ['id', 'name', 'image', 'summary'] as const) {
      expect(new Set(RECIPES.map((recipe) => recipe[key])).size).toBe(30)
    }
  })

  it('include the six of the wheel', () => {
    expect(WHEEL.map(({ id }) => id)).toEqual([
      'veggie-pancakes',
      'chilla',
      'idli',
      'crackers',
      'roti',
      'puri',
    ])
  })

  it('include several for each filter', () => {
    const has = (test: (recipe: (typeof RECIPES)[number]) => boolean) =>
      expect(RECIPES.filter(test).length).toBeGreaterThan(1)
    for (const appliance of ['oven', 'pan', 'electric-heater', 'microwave'] as const)
      has((recipe) => recipe.appliances.includes(appliance))
    for (const method of ['baked', 'pan-fried', 'deep-fried', 'steamed'] as const)
      has((recipe) => recipe.cookingMethod.includes(method))
    for (const mealType of ['Breakfast', 'Lunch', 'Dinner', 'Snack'] as const)
      has((recipe) => recipe.mealType === mealType)
    has((recipe) => !recipe.kitchenRequired)
  })

  it('name products as in the catalogue', () => {
    const catalogue = new Map(SEED_PRODUCTS.map(({ slug, name }) => [slug, name]))
    expect(PRODUCTS.map(([slug]) => [slug, catalogue.get(slug)])).toEqual(PRODUCTS)
  })
})

describe.each(RECIPES.map((recipe) => [recipe.id, recipe] as const))('the recipe %s', (_, recipe) => {
  const words = JSON.stringify(recipe)

  it('is complete', () => {
    expect(recipe.id).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(recipe.ingredients.length).toBeGreaterThanOrEqual(6)
    expect(recipe.instructions.length).toBeGreaterThanOrEqual(4)
    expect(recipe.appliances.length * recipe.cookingMethod.length).toBeGreaterThan(0)
    expect(recipe.cookTime).toBeGreaterThanOrEqual(10)
    expect(recipe.servings).toBeGreaterThan(0)
    expect(recipe.summary.length).toBeLessThan(110)
  })

  it('has a picture that exists', () => {
    expect(existsSync(new URL(`../../public${recipe.image}`, import.meta.url))).toBe(true)
  })

  it('links exactly the products that its ingredients name', () => {
    const used = PRODUCTS.map(([slug]) => slug).filter((slug) =>
      recipe.ingredients.some((line) => line.includes(nameFor(slug))),
    )
    expect(used.toSorted()).toEqual(recipe.products.toSorted())
    const shopLines = recipe.ingredients.filter((line) => /Meal Mix|tastemaker/.test(line))
    expect(shopLines).toHaveLength(recipe.products.length)
  })

  it('contains no health promises, no exclamation marks and no brand name', () => {
    expect(words).not.toMatch(
      /\b(health\w*|cur(e|es|ed|ing)|heal(s|ing)?|immunity|detox|diabet\w*|guilt-?free|super-?food|nutritious)\b/i,
    )
    expect(words).not.toMatch(/cultiva|!/i)
  })

  it('can be cooked with a microwave or hot plate if it requires no kitchen', () => {
    if (recipe.kitchenRequired) return
    expect(
      recipe.appliances.some((appliance) => appliance === 'microwave' || appliance === 'electric-heater'),
    ).toBe(true)
  })
})
