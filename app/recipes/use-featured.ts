import { useState } from 'react'
import { useFetcher } from 'react-router'
import { recipePath } from '#app/kit/recipe-path.ts'
import type { Recipe } from '#content/recipes/recipe.ts'

export type Featured = {
  recipe: Recipe
  /** Asks for a recipe that will probably be featured soon. */
  prepare: (id: string) => void
  /** Shows a recipe as soon as it is here; until then the last one stays. */
  feature: (id: string) => void
}

/** The recipe in full at the top of the list's page. Only the first comes with the page. */
export function useFeatured(first: Recipe): Featured {
  const fetcher = useFetcher<{ recipe: Recipe }>()
  const [wanted, want] = useState(first.id)
  const [recipe, show] = useState(first)
  const arrived = [first, fetcher.data?.recipe].find((one) => one?.id === wanted)
  if (arrived && arrived.id !== recipe.id) show(arrived)

  const prepare = (id: string) => {
    const isHere = id === first.id || id === fetcher.data?.recipe.id
    if (!isHere) void fetcher.load(recipePath(id))
  }
  const feature = (id: string) => {
    prepare(id)
    want(id)
  }
  return { recipe, prepare, feature }
}
