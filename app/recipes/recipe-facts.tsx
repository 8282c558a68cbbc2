import { Ledger } from '#app/kit/ledger.tsx'
import { appliancesInWords, methodsInWords, minutesInWords } from '#app/recipes/recipe-labels.ts'
import type { Recipe } from '#content/recipes/recipe.ts'

/** The recipe's facts in ruled rows. */
export function RecipeFacts({ recipe }: { recipe: Recipe }) {
  const rows = [
    { label: 'Time', value: minutesInWords(recipe.cookTime) },
    { label: 'Serves', value: recipe.servings },
    { label: 'Difficulty', value: recipe.difficulty },
    { label: 'Kind', value: `${recipe.category} ${recipe.mealType.toLowerCase()}` },
    { label: 'Cooked', value: methodsInWords(recipe) },
    { label: 'With', value: appliancesInWords(recipe) },
    { label: 'Kitchen needed', value: recipe.kitchenRequired ? 'Yes' : 'No' },
  ]
  return <Ledger rows={rows} />
}
