/** What search engines and link previews are told about recipes. */
import type { MetaDescriptor } from 'react-router'
import { APPLIANCE_LABELS, methodsInWords } from '#app/ui/recipes/recipe-labels.ts'
import { RECIPES_PATH, recipePath } from '#app/ui/recipes/recipe-path.ts'
import { storyMeta } from '#app/ui/stories/story-meta.ts'
import type { Recipe } from '#content/recipes/recipe.ts'

export type Site = { brand: string; origin: string }

/** schema.org Recipe. */
export function recipeSchema(recipe: Recipe, { brand, origin }: Site) {
  const address = `${origin}${recipePath(recipe.id)}`
  return {
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    '@id': address,
    name: recipe.name,
    description: recipe.summary,
    image: [`${origin}${recipe.image}`],
    author: { '@type': 'Organization', name: brand },
    totalTime: `PT${recipe.cookTime}M`,
    recipeYield: `${recipe.servings} ${recipe.servings === 1 ? 'serving' : 'servings'}`,
    recipeCategory: recipe.mealType,
    cookingMethod: methodsInWords(recipe),
    tool: recipe.appliances.map((appliance) => APPLIANCE_LABELS[appliance]),
    recipeIngredient: recipe.ingredients,
    recipeInstructions: recipe.instructions.map((text, index) => ({
      '@type': 'HowToStep',
      position: index + 1,
      text,
      url: `${address}#${stepId(index)}`,
    })),
  }
}

/** The id of a step on the recipe's page; `index` counts from 0. */
export function stepId(index: number): string {
  return `step-${index + 1}`
}

function crumbs(recipe: Recipe, origin: string) {
  const places = [
    ['Play with Your Food', RECIPES_PATH],
    [recipe.name, recipePath(recipe.id)],
  ]
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: places.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${origin}${path}`,
    })),
  }
}

/** The name of the drawing at this URL. */
function drawingAt(image: string): string {
  return image.slice(image.lastIndexOf('/') + 1, image.lastIndexOf('.'))
}

/** Head of a recipe's page. */
export function recipeMeta(recipe: Recipe, site: Site): MetaDescriptor[] {
  const { name: title, summary: description, id, image } = recipe
  return [
    ...storyMeta({ ...site, path: recipePath(id), title, description, drawing: drawingAt(image) }),
    { 'script:ld+json': recipeSchema(recipe, site) },
    { 'script:ld+json': crumbs(recipe, site.origin) },
  ]
}
