/** Search and filters of the recipe list, the query of its URL: `?q=&appliance=pan&appliance=oven&method=baked`. */
import { APPLIANCES, type Appliance, COOKING_METHODS, type CookingMethod, type Recipe } from './recipe.ts'

export type RecipeFilter = { q: string; appliances: Appliance[]; methods: CookingMethod[] }

export const NO_FILTER: RecipeFilter = { q: '', appliances: [], methods: [] }

const MAX_SEARCH_LENGTH = 80

/** Reads the filter of a query; unknown values are ignored. */
export function readFilter(params: URLSearchParams): RecipeFilter {
  const readValues = <Value extends string>(name: string, values: readonly Value[]) =>
    values.filter((value) => params.getAll(name).includes(value))
  return {
    q: (params.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH),
    appliances: readValues('appliance', APPLIANCES),
    methods: readValues('method', COOKING_METHODS),
  }
}

/** Returns a filter's query with its question mark; '' if it restricts nothing. */
export function writeFilter({ q, appliances, methods }: RecipeFilter): string {
  const params = new URLSearchParams()
  if (q.trim()) params.set('q', q.trim())
  for (const appliance of appliances) params.append('appliance', appliance)
  for (const method of methods) params.append('method', method)
  return params.size > 0 ? `?${params}` : ''
}

type Searchable = Pick<Recipe, 'name' | 'ingredients' | 'appliances' | 'cookingMethod'>

/** Returns the recipes that match the search and both filters. A filter without selected values matches all. */
export function filterRecipes<R extends Searchable>(recipes: readonly R[], filter: RecipeFilter): R[] {
  const query = filter.q.trim().toLowerCase()
  return recipes.filter(
    (recipe) =>
      [recipe.name, ...recipe.ingredients].some((text) => text.toLowerCase().includes(query)) &&
      sharesAny(filter.appliances, recipe.appliances) &&
      sharesAny(filter.methods, recipe.cookingMethod),
  )
}

function sharesAny<T>(selected: readonly T[], has: readonly T[]): boolean {
  return selected.length === 0 || selected.some((value) => has.includes(value))
}
