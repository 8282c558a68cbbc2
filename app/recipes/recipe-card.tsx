import type { MouseEvent } from 'react'
import { isPlainClick, Link } from '#app/kit/link.tsx'
import { recipePath } from '#app/kit/paths.ts'
import { PackTile } from '#app/kit/picture/pack-tile.tsx'
import {
  dishColour,
  methodsInWords,
  minutesInWords,
  type RecipeSummary,
} from '#app/recipes/recipe-display.ts'

type RecipeCardProps = {
  recipe: Omit<RecipeSummary, 'ingredients' | 'appliances'>
  onFeature?: (id: string) => void
}

/** A recipe in a list, linked to its page. With `onFeature`, a plain click features it instead. */
export function RecipeCard({ recipe, onFeature }: RecipeCardProps) {
  const onClick = (event: MouseEvent) => {
    if (!onFeature || !isPlainClick(event)) return
    event.preventDefault()
    onFeature(recipe.id)
  }
  return (
    <li className="recipe-card">
      <PackTile
        src={recipe.image}
        alt=""
        colour={dishColour(recipe.id)}
        ratio="3/2"
        pack="94%"
        lift
        className="dish-tile"
      />
      <div className="recipe-card-text">
        <h3>
          <Link to={recipePath(recipe.id)} data-control={onFeature && ''} onClick={onClick}>
            {recipe.name}
          </Link>
        </h3>
        <p className="numeric">{minutesInWords(recipe.cookTime)}</p>
        <p className="recipe-card-kind">
          {recipe.mealType}, {recipe.difficulty.toLowerCase()},{' '}
          {/* 'pan-fried' does not break at its hyphen. */}
          <span className="whitespace-nowrap">{methodsInWords(recipe).toLowerCase()}</span>
        </p>
      </div>
    </li>
  )
}
