import { data } from 'react-router'
import { recipeMeta } from '#app/recipes/recipe-meta.ts'
import { RecipePage } from '#app/recipes/recipe-page.tsx'
import type { PageHandle } from '#app/root.tsx'
import { siteOf } from '#app/seo/page-meta.ts'
import { RECIPES } from '#content/recipes/recipes.ts'
import type { Route } from './+types/recipe.ts'

export const handle: PageHandle = { side: 'millet' }

export function loader({ params }: Route.LoaderArgs) {
  const recipe = RECIPES.find(({ id }) => id === params.slug)
  if (!recipe) throw data(null, { status: 404 })
  return { recipe }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? recipeMeta(loaderData.recipe, siteOf(matches)) : []
}

export default function RecipeRoute({ loaderData }: Route.ComponentProps) {
  return <RecipePage recipe={loaderData.recipe} />
}
