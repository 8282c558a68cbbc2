import { Breadcrumbs } from '#app/kit/breadcrumbs.tsx'
import { Button } from '#app/kit/button.tsx'
import { PackTile } from '#app/kit/pack-tile.tsx'
import { RECIPES_PATH } from '#app/kit/recipe-path.ts'
import { CookMode } from '#app/recipes/cook-mode.tsx'
import { dishColour } from '#app/recipes/dish-colour.ts'
import { RecipeBody } from '#app/recipes/recipe-body.tsx'
import type { Recipe } from '#content/recipes/recipe.ts'

/** One recipe on a page of its own, which also prints well. */
export function RecipePage({ recipe }: { recipe: Recipe }) {
  return (
    <article className="wrap recipe-page">
      <Breadcrumbs
        className="recipe-page-crumbs"
        crumbs={[{ label: 'Play with Your Food', to: RECIPES_PATH }, { label: recipe.name }]}
      />
      <header className="recipe-page-head">
        <div>
          <h1 className="display text-5xl">{recipe.name}</h1>
          <p className="mt-4 max-w-read text-lg">{recipe.summary}</p>
          <div className="recipe-page-buttons">
            <CookMode recipe={recipe} />
            <Button type="button" look="line" className="needs-js" onClick={() => window.print()}>
              Print
            </Button>
          </div>
        </div>
        <PackTile
          src={recipe.image}
          alt=""
          colour={dishColour(recipe.id)}
          ratio="16/10"
          pack="94%"
          priority
          className="dish-tile"
        />
      </header>
      <RecipeBody recipe={recipe} />
    </article>
  )
}
