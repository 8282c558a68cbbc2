import { shopCtx } from '#app/http/request-context.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { readFilter } from '#app/ui/recipes/recipe-filter.ts'
import { RECIPES_PATH } from '#app/ui/recipes/recipe-path.ts'
import { toSummary } from '#app/ui/recipes/recipe-summary.ts'
import { RecipesPage } from '#app/ui/recipes/recipes-page.tsx'
import { storyMeta } from '#app/ui/stories/story-meta.ts'
import type { Recipe } from '#content/recipes/recipe.ts'
import { RECIPES } from '#content/recipes/recipes.ts'
import { WHEEL } from '#content/recipes/wheel.ts'
import type { Route } from './+types/recipes.ts'

export const handle: PageHandle = { side: 'millet', band: 'bajra-200' }

export function loader({ request, context }: Route.LoaderArgs) {
  const { brand, origin } = shopCtx(context).config
  return {
    ...{ brand, origin },
    recipes: RECIPES.map(toSummary),
    wheel: WHEEL.map(({ id }) => id),
    // The first of the wheel is what the page opens with.
    first: WHEEL[0] as Recipe,
    filter: readFilter(new URL(request.url).searchParams),
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return storyMeta({
    ...loaderData,
    path: RECIPES_PATH,
    title: 'Play with Your Food',
    drawing: 'dish-pancakes',
    description:
      'Recipes for ragi and bajra: pancakes, idli, crackers, pizza. Search them, or let a wheel decide.',
  })
}

export default function Recipes({ loaderData }: Route.ComponentProps) {
  return <RecipesPage {...loaderData} />
}
