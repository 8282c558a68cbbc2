import type { RequestContext } from '#app/request/context.server.ts'
import type { Recipe } from '#content/recipes/recipe.ts'
import { RECIPES } from '#content/recipes/recipes.ts'
import { SEARCH_SYNONYMS } from '#content/search-synonyms.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { createIndex, type Findable } from '#shop/search/search-index.ts'
import { synonymsOf } from '#shop/search/synonyms.ts'

export const SYNONYMS = synonymsOf(SEARCH_SYNONYMS)

const RECIPE_INDEX = createIndex(RECIPES.map(toFindable), { synonyms: SYNONYMS })

function toFindable({ name, summary, mealType, ingredients, cookingMethod }: Recipe): Findable {
  return { name, about: [summary, mealType, ...ingredients, ...cookingMethod].join(' ') }
}

/** The products on sale and the recipes that match a query's words, each best first. */
export async function findThings(
  productSearch: RequestContext['productSearch'],
  words: readonly string[],
): Promise<{ products: Product[]; recipes: Recipe[] }> {
  const products = await productSearch.find(words)
  return { products, recipes: RECIPE_INDEX.find(words).flatMap((at) => RECIPES[at] ?? []) }
}
