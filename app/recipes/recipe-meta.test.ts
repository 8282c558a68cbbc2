import { expect, it } from 'vitest'
import { RECIPES } from '#content/recipes/recipes.ts'
import { recipeMeta, recipeSchema } from './recipe-meta.ts'

const SITE = { brand: 'Testmill', origin: 'https://shop.test' }
const muffin = RECIPES.find(({ id }) => id === 'mug-muffin')

it('describes a recipe with absolute URLs, time, yield and numbered steps', () => {
  if (!muffin) throw new Error('no recipe mug-muffin')
  const schema = recipeSchema(muffin, SITE)
  expect(schema).toMatchObject({
    '@type': 'Recipe',
    name: 'Masala Mug Muffin',
    image: ['https://shop.test/share/dish-mug.jpg', 'https://shop.test/illustrations/dish-mug.svg'],
    author: { name: 'Testmill' },
    totalTime: 'PT10M',
    recipeYield: '1 serving',
    recipeCategory: 'Breakfast',
    tool: ['Microwave'],
  })
  expect(schema.recipeIngredient).toEqual(muffin.ingredients)
  expect(schema.recipeInstructions[0]).toMatchObject({
    position: 1,
    url: 'https://shop.test/play-with-food/mug-muffin#step-1',
  })
})

it('each recipe has its own canonical URL', () => {
  const canonical = RECIPES.map((recipe) =>
    recipeMeta(recipe, SITE).find((tag) => 'rel' in tag && tag.rel === 'canonical'),
  )
  expect(new Set(canonical.map((tag) => JSON.stringify(tag))).size).toBe(RECIPES.length)
})
