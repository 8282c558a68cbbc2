import { useState } from 'react'
import { ButtonLink } from '#app/kit/button-link.tsx'
import { EmptyState } from '#app/kit/empty-state.tsx'
import { RECIPES_PATH } from '#app/kit/recipe-path.ts'
import { RecipeCard } from '#app/recipes/recipe-card.tsx'
import { filterRecipes, type RecipeFilter, writeFilter } from '#app/recipes/recipe-filter.ts'
import { RecipeFilters } from '#app/recipes/recipe-filters.tsx'
import type { RecipeSummary } from '#app/recipes/recipe-summary.ts'

type RecipeBrowserProps = {
  recipes: readonly RecipeSummary[]
  /** The filter of the URL when the page was opened. */
  asked: RecipeFilter
  onFeature: (id: string) => void
}

/** All recipes with search and filters. Everything is here already, so filtering waits for nothing. */
export function RecipeBrowser({ recipes, asked, onFeature }: RecipeBrowserProps) {
  const [filter, setFilter] = useState(asked)
  const found = filterRecipes(recipes, filter)
  const change = (next: RecipeFilter) => {
    setFilter(next)
    keepInAddress(next)
  }
  return (
    <section id="recipes" className="recipe-browser wrap" aria-labelledby="recipes-title">
      <h2 id="recipes-title" className="display text-3xl">
        All recipes
      </h2>
      <RecipeFilters filter={filter} onChange={change} />
      <p role="status" className="recipe-count">
        {found.length === recipes.length
          ? `${found.length} recipes`
          : `${found.length} of ${recipes.length} recipes`}
      </p>
      {found.length > 0 ? (
        <ul className="recipe-grid">
          {found.map((recipe) => (
            <RecipeCard key={recipe.id} recipe={recipe} onFeature={onFeature} />
          ))}
        </ul>
      ) : (
        <NothingFound />
      )}
    </section>
  )
}

/** The address changes without a visit to the server: the list has already changed. */
function keepInAddress(filter: RecipeFilter) {
  window.history.replaceState(window.history.state, '', `${RECIPES_PATH}${writeFilter(filter)}`)
}

function NothingFound() {
  return (
    <EmptyState
      picture="/illustrations/containers.svg"
      title="No recipes found"
      headingLevel={3}
      action={
        <ButtonLink to={`${RECIPES_PATH}#recipes`} look="line">
          Show all recipes
        </ButtonLink>
      }
    >
      Try adjusting your filters or search terms.
    </EmptyState>
  )
}
