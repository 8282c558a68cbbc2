import type { MetaDescriptor } from 'react-router'
import { RECIPES_PATH, recipePath } from '#app/kit/paths.ts'
import { APPLIANCE_LABELS, methodsInWords } from '#app/recipes/recipe-display.ts'
import { pageMeta, type Site } from '#app/seo/page-meta.ts'
import { sharePicture } from '#app/seo/share-picture.ts'
import { breadcrumbList, jsonLd } from '#app/seo/structured-data.ts'
import type { Recipe } from '#content/recipes/recipe.ts'

export function recipeSchema(recipe: Recipe, { brand, origin }: Site) {
  const url = `${origin}${recipePath(recipe.id)}`
  return {
    '@type': 'Recipe',
    '@id': url,
    name: recipe.name,
    description: recipe.summary,
    image: [`${origin}${sharePicture(recipe.image)}`, `${origin}${recipe.image}`],
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
      url: `${url}#${stepId(index)}`,
    })),
  }
}

/** Returns the id of a step. `index` counts from 0. */
export function stepId(index: number): string {
  return `step-${index + 1}`
}

export function recipeMeta(recipe: Recipe, site: Site): MetaDescriptor[] {
  const { name: title, summary: description, id, image } = recipe
  const path = recipePath(id)
  const crumbs = [['Play with Your Food', RECIPES_PATH] as const, [title, path] as const]
  return [
    ...pageMeta({ ...site, path, title, description, image: sharePicture(image), type: 'article' }),
    jsonLd(recipeSchema(recipe, site)),
    jsonLd(breadcrumbList(crumbs, site.origin)),
  ]
}
