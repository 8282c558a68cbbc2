import type { Ref } from 'react'
import { ButtonLink } from '#app/kit/button-link.tsx'
import { PackTile } from '#app/kit/pack-tile.tsx'
import { recipePath } from '#app/kit/recipe-path.ts'
import { VisuallyHidden } from '#app/kit/visually-hidden.tsx'
import { minutesInWords } from '#app/recipes/recipe-labels.ts'
import type { Recipe } from '#content/recipes/recipe.ts'

/** The featured recipe's picture and name; what one cooks by follows below the top of the page. */
export function FeaturedRecipe({ recipe, titleRef }: { recipe: Recipe; titleRef: Ref<HTMLHeadingElement> }) {
  const { id, name, summary, image, cookTime, servings, difficulty } = recipe
  return (
    <section className="featured-recipe" aria-labelledby="featured-title">
      <PackTile src={image} alt="" colour="haldi-300" ratio="4/3" pack="96%" priority className="dish-tile" />
      <div>
        <h2 id="featured-title" ref={titleRef} tabIndex={-1} className="display text-3xl">
          <VisuallyHidden>Featured recipe: </VisuallyHidden>
          {name}
        </h2>
        <p className="mt-2 text-lg">{summary}</p>
        <p className="mt-2 font-semibold">
          {minutesInWords(cookTime)}, serves {servings}, {difficulty.toLowerCase()}
        </p>
        <ButtonLink to={recipePath(id)} look="line" iconEnd="arrow-right" className="mt-4">
          Cook or print<VisuallyHidden> {name}</VisuallyHidden>
        </ButtonLink>
      </div>
    </section>
  )
}
