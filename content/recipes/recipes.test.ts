import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SEED_PRODUCTS } from '#db/seed/catalogue/catalogue.ts'
import { RECIPE_PRODUCTS, type RecipeProduct } from './recipe.ts'
import { RECIPES } from './recipes.ts'
import { WHEEL } from './wheel.ts'

const PRODUCTS = Object.entries(RECIPE_PRODUCTS) as [RecipeProduct, string][]
const nameFor = (slug: RecipeProduct) =>
  slug.endsWith('-mix') ? RECIPE_PRODUCTS[slug] : `${RECIPE_PRODUCTS[slug]} tastemaker`

describe('the collection', () => {
  it('has thirty recipes, no two with one id, name or picture', () => {
    expect(RECIPES).toHaveLength(30)
    for (const key of ['id', 'name', 'image', 'summary'] as const) {
      expect(new Set(RECIPES.map((recipe) => recipe[key])).size).toBe(30)
    }
  })

  it('has the six of the wheel', () => {
    expect(WHEEL.map(({ id }) => id)).toEqual([
      'veggie-pancakes',
      'chilla',
      'idli',
      'crackers',
      'roti',
      'puri',
    ])
  })

  it('leaves no filter without a recipe', () => {
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

  it('knows the products by the names of the catalogue', () => {
    const catalogue = new Map(SEED_PRODUCTS.map(({ slug, name }) => [slug, name]))
    expect(PRODUCTS.map(([slug]) => [slug, catalogue.get(slug)])).toEqual(PRODUCTS)
  })
})

describe.each(RECIPES.map((recipe) => [recipe.id, recipe] as const))('%s', (_, recipe) => {
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

  it('shows a picture that is drawn', () => {
    expect(existsSync(new URL(`../../public${recipe.image}`, import.meta.url))).toBe(true)
  })

  it('names in its ingredients exactly the products that it links', () => {
    const used = PRODUCTS.map(([slug]) => slug).filter((slug) =>
      recipe.ingredients.some((line) => line.includes(nameFor(slug))),
    )
    expect(used.toSorted()).toEqual(recipe.products.toSorted())
    const shopLines = recipe.ingredients.filter((line) => /Meal Mix|tastemaker/.test(line))
    expect(shopLines).toHaveLength(recipe.products.length)
  })

  it('promises nothing for the body, shouts nothing and names no brand', () => {
    expect(words).not.toMatch(
      /\b(health\w*|cur(e|es|ed|ing)|heal(s|ing)?|immunity|detox|diabet\w*|guilt-?free|super-?food|nutritious)\b/i,
    )
    expect(words).not.toMatch(/cultiva|!/i)
  })

  it('needs no kitchen when it says so', () => {
    if (recipe.kitchenRequired) return
    expect(
      recipe.appliances.some((appliance) => appliance === 'microwave' || appliance === 'electric-heater'),
    ).toBe(true)
  })
})
