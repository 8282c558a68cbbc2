import { data } from 'react-router'
import { RECIPES_PATH } from '#app/kit/recipe-path.ts'
import { readFilter } from '#app/recipes/recipe-filter.ts'
import { toSummary } from '#app/recipes/recipe-summary.ts'
import { RecipesPage } from '#app/recipes/recipes-page.tsx'
import { waitForSearch } from '#app/request/rate-limit.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { pageMeta, siteOf } from '#app/seo/page-meta.ts'
import { pagePicture } from '#app/seo/share-picture.ts'
import type { Recipe } from '#content/recipes/recipe.ts'
import { RECIPES } from '#content/recipes/recipes.ts'
import { WHEEL } from '#content/recipes/wheel.ts'
import type { Route } from './+types/recipes.ts'

export const handle: PageHandle = { side: 'millet', band: 'bajra-200' }

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = readFilter(new URL(request.url).searchParams)
  const wait = filter.q.trim() === '' ? null : await waitForSearch(request, context)
  if (wait) throw data(null, { status: 429, headers: wait.headers })
  return {
    recipes: RECIPES.map(toSummary),
    wheel: WHEEL.map(({ id }) => id),
    // The first of the wheel is what the page opens with.
    first: WHEEL[0] as Recipe,
    filter,
  }
}

/** Too many searches are told how long to wait. */
export function headers({ errorHeaders, loaderHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? loaderHeaders
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...siteOf(matches),
    path: RECIPES_PATH,
    image: pagePicture('recipes'),
    title: 'Play with Your Food',
    description:
      'Recipes for ragi and bajra: pancakes, idli, crackers, pizza. Search them, or let a wheel decide.',
  })
}

export default function Recipes({ loaderData }: Route.ComponentProps) {
  return <RecipesPage {...loaderData} />
}
