import { shopCtx } from '#app/http/request-context.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { toSummary } from '#app/ui/recipes/recipe-summary.ts'
import { SearchPage } from '#app/ui/search/search-page.tsx'
import { toCardProduct } from '#app/ui/storefront/shelf-product.ts'
import type { Recipe } from '#content/recipes/recipe.ts'
import { RECIPES } from '#content/recipes/recipes.ts'
import { readQuery } from '#shop/search/query.ts'
import { rank } from '#shop/search/rank.ts'
import { findProducts } from '#shop/search/search.read.ts'
import type { Route } from './+types/search.ts'

export const handle: PageHandle = { side: 'millet', noindex: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { text, words } = readQuery(new URL(request.url).searchParams.get('q'))
  const products = words.length > 0 ? await findProducts(shopCtx(context).reads.catalogue, words) : []
  return {
    query: text,
    products: products.map(toCardProduct),
    recipes: rank(words, RECIPES, toFindable).map(toSummary),
  }
}

function toFindable({ name, summary, mealType, ingredients, cookingMethod }: Recipe) {
  return { name, about: [summary, mealType, ...ingredients, ...cookingMethod].join(' ') }
}

export function meta() {
  return [{ title: 'Search' }]
}

export default function Search({ loaderData }: Route.ComponentProps) {
  return <SearchPage {...loaderData} />
}
