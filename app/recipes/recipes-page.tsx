import { useRef } from 'react'
import { useLocation } from 'react-router'
import { FeaturedRecipe } from '#app/recipes/featured-recipe.tsx'
import { RecipeBody } from '#app/recipes/recipe-body.tsx'
import { RecipeBrowser } from '#app/recipes/recipe-browser.tsx'
import type { RecipeFilter } from '#app/recipes/recipe-filter.ts'
import type { RecipeSummary } from '#app/recipes/recipe-summary.ts'
import { RecipeWheel } from '#app/recipes/recipe-wheel.tsx'
import { wantsStillness } from '#app/recipes/reduced-motion.ts'
import { useFeatured } from '#app/recipes/use-featured.ts'
import type { Recipe } from '#content/recipes/recipe.ts'

export type RecipesPageData = {
  recipes: RecipeSummary[]
  /** Ids of the recipes on the wheel. */
  wheel: string[]
  first: Recipe
  filter: RecipeFilter
}

/** Featured recipe and wheel at the top, all recipes below. */
export function RecipesPage({ recipes, wheel, first, filter }: RecipesPageData) {
  const { recipe, prepare, feature } = useFeatured(first)
  const title = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  const featureFromList = (id: string) => {
    feature(id)
    window.scrollTo({ top: 0, behavior: wantsStillness() ? 'instant' : 'smooth' })
    title.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <div className="play-top">
        <div className="wrap play-top-grid">
          <div className="play-title">
            <h1 className="display text-5xl">Play with Your Food</h1>
            <p className="mt-3 text-lg">{recipes.length} things to do with a sachet of millet.</p>
          </div>
          <FeaturedRecipe recipe={recipe} titleRef={title} />
          <RecipeWheel
            recipes={recipes.filter(({ id }) => wheel.includes(id))}
            onStart={prepare}
            onStop={feature}
          />
        </div>
      </div>
      <div className="wrap">
        <RecipeBody recipe={recipe} />
      </div>
      <RecipeBrowser key={key} recipes={recipes} asked={filter} onFeature={featureFromList} />
    </>
  )
}
