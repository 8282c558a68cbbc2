import { data } from 'react-router'
import { shopCtx } from '#app/http/request-context.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { recipeMeta } from '#app/ui/recipes/recipe-meta.ts'
import { RecipePage } from '#app/ui/recipes/recipe-page.tsx'
import { RECIPES } from '#content/recipes/recipes.ts'
import type { Route } from './+types/recipe.ts'

export const handle: PageHandle = { side: 'millet' }

export function loader({ params, context }: Route.LoaderArgs) {
  const recipe = RECIPES.find(({ id }) => id === params.slug)
  if (!recipe) throw data(null, { status: 404 })
  const { brand, origin } = shopCtx(context).config
  return { recipe, brand, origin }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? recipeMeta(loaderData.recipe, loaderData) : []
}

export default function RecipeRoute({ loaderData }: Route.ComponentProps) {
  return <RecipePage recipe={loaderData.recipe} />
}
