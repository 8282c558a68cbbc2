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
  onShow?: (id: string) => void
}

/** A recipe in a list, linked to its page. With `onShow`, a plain click shows it at the top of this page. */
export function RecipeCard({ recipe, onShow }: RecipeCardProps) {
  const onClick = (event: MouseEvent) => {
    if (!onShow || !isPlainClick(event)) return
    event.preventDefault()
    onShow(recipe.id)
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
          <Link to={recipePath(recipe.id)} data-control={onShow && ''} onClick={onClick}>
            {recipe.name}
          </Link>
        </h3>
        <p className="numeric">{minutesInWords(recipe.cookTime)}</p>
        <p className="recipe-card-kind">
          {recipe.mealType}, {recipe.difficulty.toLowerCase()},{' '}
          {/* Keeps 'pan-fried' from breaking at its hyphen. */}
          <span className="whitespace-nowrap">{methodsInWords(recipe).toLowerCase()}</span>
        </p>
      </div>
    </li>
  )
}
