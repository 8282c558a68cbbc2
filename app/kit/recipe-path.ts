/** The page with all recipes; its filters are its query. */
export const RECIPES_PATH = '/play-with-food'

/** Where one recipe is. */
export function recipePath(id: string): string {
  return `${RECIPES_PATH}/${id}`
}
