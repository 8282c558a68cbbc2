import { data } from 'react-router'
import { toSummary } from '#app/recipes/recipe-summary.ts'
import { requestContext } from '#app/request/context.server.ts'
import { waitForSearch } from '#app/request/rate-limit.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { SearchPage } from '#app/storefront/search-page.tsx'
import { toCardProduct } from '#app/storefront/shelf-product.ts'
import type { Recipe } from '#content/recipes/recipe.ts'
import { RECIPES } from '#content/recipes/recipes.ts'
import { readQuery } from '#shop/search/query.ts'
import { type Findable, indexOf } from '#shop/search/search-index.ts'
import type { Route } from './+types/search.ts'

export const handle: PageHandle = { side: 'millet', noindex: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { text, words } = readQuery(new URL(request.url).searchParams.get('q'))
  const nothing = { query: text, products: [], recipes: [], problem: null }
  if (words.length === 0) return nothing
  const wait = await waitForSearch(request, context)
  if (wait) {
    const problem = `We’ve had a great many searches from your network. ${wait.words}`
    return data({ ...nothing, problem }, { status: 429, headers: wait.headers })
  }
  const products = await context.get(requestContext).productSearch.find(words)
  const recipes = RECIPE_INDEX.find(words).flatMap((at) => RECIPES[at] ?? [])
  return { ...nothing, products: products.map(toCardProduct), recipes: recipes.map(toSummary) }
}

const RECIPE_INDEX = indexOf(RECIPES.map(toFindable))

function toFindable({ name, summary, mealType, ingredients, cookingMethod }: Recipe): Findable {
  return { name, about: [summary, mealType, ...ingredients, ...cookingMethod].join(' ') }
}

/** The answer to too many searches says how long to wait. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function meta() {
  return [{ title: 'Search' }]
}

export default function Search({ loaderData }: Route.ComponentProps) {
  return <SearchPage {...loaderData} />
}
