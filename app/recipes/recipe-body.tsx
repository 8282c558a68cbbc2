import { Ledger } from '#app/kit/ledger.tsx'
import { Link } from '#app/kit/link.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { appliancesInWords, methodsInWords, minutesInWords } from '#app/recipes/recipe-display.ts'
import { stepId } from '#app/recipes/recipe-meta.ts'
import { RECIPE_PRODUCTS, type Recipe } from '#content/recipes/recipe.ts'

export function RecipeBody({ recipe }: { recipe: Recipe }) {
  const { tips = [] } = recipe
  return (
    <div className="recipe-body">
      <div className="recipe-body-side">
        <RecipeFacts recipe={recipe} />
        <section>
          <h2 className="display text-xl">
            Ingredients<VisuallyHidden> of {recipe.name}</VisuallyHidden>
          </h2>
          <ul className="recipe-ingredients">
            {recipe.ingredients.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      </div>
      <div>
        <Steps recipe={recipe} />
        {tips.length > 0 && (
          <section className="recipe-tips">
            <h2 className="display text-lg">{tips.length === 1 ? 'A tip' : 'Tips'}</h2>
            <ul>
              {tips.map((tip) => (
                <li key={tip}>{tip}</li>
              ))}
            </ul>
          </section>
        )}
        <p className="recipe-products">
          From the shop:{' '}
          {recipe.products.map((slug, index) => (
            <span key={slug}>
              {index > 0 && ', '}
              <Link to={`/product/${slug}`} className="link">
                {RECIPE_PRODUCTS[slug]}
              </Link>
            </span>
          ))}
        </p>
      </div>
    </div>
  )
}

function Steps({ recipe }: { recipe: Recipe }) {
  return (
    <section>
      <h2 className="display text-xl">
        Steps<VisuallyHidden> of {recipe.name}</VisuallyHidden>
      </h2>
      <ol className="recipe-steps">
        {recipe.instructions.map((step, index) => (
          <li key={step} id={stepId(index)}>
            {step}
          </li>
        ))}
      </ol>
    </section>
  )
}

function RecipeFacts({ recipe }: { recipe: Recipe }) {
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
