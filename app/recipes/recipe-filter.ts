/** Search and filters of the recipe list, the query of its URL: `?q=&appliance=pan&appliance=oven&method=baked`. */
import {
  APPLIANCES,
  type Appliance,
  COOKING_METHODS,
  type CookingMethod,
  type Recipe,
} from '#content/recipes/recipe.ts'

export type RecipeFilter = { q: string; appliances: Appliance[]; methods: CookingMethod[] }

export const NO_FILTER: RecipeFilter = { q: '', appliances: [], methods: [] }

const MAX_SEARCH_LENGTH = 80

/** The filter that a query asks for; values we do not know are left out. */
export function readFilter(params: URLSearchParams): RecipeFilter {
  const chosen = <Value extends string>(name: string, values: readonly Value[]) =>
    values.filter((value) => params.getAll(name).includes(value))
  return {
    q: (params.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH),
    appliances: chosen('appliance', APPLIANCES),
    methods: chosen('method', COOKING_METHODS),
  }
}

/** The query of a filter, with its question mark; '' when nothing is restricted. */
export function writeFilter({ q, appliances, methods }: RecipeFilter): string {
  const params = new URLSearchParams()
  if (q.trim()) params.set('q', q.trim())
  for (const appliance of appliances) params.append('appliance', appliance)
  for (const method of methods) params.append('method', method)
  return params.size > 0 ? `?${params}` : ''
}

type Searchable = Pick<Recipe, 'name' | 'ingredients' | 'appliances' | 'cookingMethod'>

/** The recipes that pass all three conditions. Any selected value passes a filter; none selected restricts nothing. */
export function filterRecipes<R extends Searchable>(recipes: readonly R[], filter: RecipeFilter): R[] {
  const wanted = filter.q.trim().toLowerCase()
  return recipes.filter(
    (recipe) =>
      [recipe.name, ...recipe.ingredients].some((text) => text.toLowerCase().includes(wanted)) &&
      sharesAny(filter.appliances, recipe.appliances) &&
      sharesAny(filter.methods, recipe.cookingMethod),
  )
}

function sharesAny<T>(selected: readonly T[], has: readonly T[]): boolean {
  return selected.length === 0 || selected.some((value) => has.includes(value))
}
