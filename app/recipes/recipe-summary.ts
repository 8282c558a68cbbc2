import type { Recipe } from '#content/recipes/recipe.ts'

type Shown = 'id' | 'name' | 'image' | 'cookTime' | 'difficulty' | 'mealType'
type Searched = 'ingredients' | 'appliances' | 'cookingMethod'

/** A recipe as the list needs it: enough for its card, the search and the filters. */
export type RecipeSummary = Pick<Recipe, Shown | Searched>

export function toSummary(recipe: Recipe): RecipeSummary {
  const { id, name, image, cookTime, difficulty, mealType, ingredients, appliances, cookingMethod } = recipe
  return { id, name, image, cookTime, difficulty, mealType, ingredients, appliances, cookingMethod }
}
