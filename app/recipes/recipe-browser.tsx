import { useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { EmptyState } from '#app/kit/empty-state.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { RECIPES_PATH } from '#app/kit/paths.ts'
import { RecipeCard } from '#app/recipes/recipe-card.tsx'
import { APPLIANCE_LABELS, METHOD_LABELS, type RecipeSummary } from '#app/recipes/recipe-display.ts'
import { APPLIANCES, COOKING_METHODS } from '#content/recipes/recipe.ts'
import { filterRecipes, type RecipeFilter, readFilter, writeFilter } from '#content/recipes/recipe-filter.ts'
import { pluralize } from '#shop/kernel/text.ts'

type RecipeBrowserProps = {
  recipes: readonly RecipeSummary[]
  initial: RecipeFilter
  onShow: (id: string) => void
}

export function RecipeBrowser({ recipes, initial, onShow }: RecipeBrowserProps) {
  const [filter, setFilter] = useState(initial)
  const found = filterRecipes(recipes, filter)
  const applyFilter = (next: RecipeFilter) => {
    setFilter(next)
    // Changes the URL without a request, because the list has already changed.
    window.history.replaceState(window.history.state, '', `${RECIPES_PATH}${writeFilter(next)}`)
  }
  return (
    <section id="recipes" className="recipe-browser wrap" aria-labelledby="recipes-title">
      <h2 id="recipes-title" className="display text-3xl">
        All recipes
      </h2>
      <RecipeFilters filter={filter} onChange={applyFilter} />
      <p role="status" className="recipe-count">
        {found.length === recipes.length
          ? pluralize(found.length, 'recipe')
          : `${found.length} of ${pluralize(recipes.length, 'recipe')}`}
      </p>
      {found.length > 0 ? (
        <ul className="recipe-grid">
          {found.map((recipe) => (
            <RecipeCard key={recipe.id} recipe={recipe} onShow={onShow} />
          ))}
        </ul>
      ) : (
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
      )}
    </section>
  )
}

type RecipeFiltersProps = { filter: RecipeFilter; onChange: (filter: RecipeFilter) => void }

/** A search box and two filters in a GET form. Without JavaScript, its button reloads the page with the query. */
function RecipeFilters({ filter, onChange }: RecipeFiltersProps) {
  const form = useRef<HTMLFormElement>(null)
  // Reads values that were chosen before hydration, for which React gets no event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const fields = new FormData(form.current ?? undefined)
    const chosen = readFilter(new URLSearchParams([...fields].map(([name, value]) => [name, `${value}`])))
    if (writeFilter(chosen) !== writeFilter(filter)) onChange(chosen)
  }, [])
  return (
    <search>
      <form
        ref={form}
        method="get"
        action={`${RECIPES_PATH}#recipes`}
        className="recipe-filters"
        onSubmit={(event) => event.preventDefault()}
      >
        <TextField
          type="search"
          name="q"
          label="Search recipes"
          hint="A name or an ingredient, for example curd"
          maxLength={80}
          value={filter.q}
          onChange={(event) => onChange({ ...filter, q: event.target.value })}
        />
        <Choice
          legend="Appliance"
          name="appliance"
          options={APPLIANCES.map((value) => ({ value, label: APPLIANCE_LABELS[value] }))}
          chosen={filter.appliances}
          onChange={(appliances) => onChange({ ...filter, appliances })}
        />
        <Choice
          legend="Cooking method"
          name="method"
          options={COOKING_METHODS.map((value) => ({ value, label: METHOD_LABELS[value] }))}
          chosen={filter.methods}
          onChange={(methods) => onChange({ ...filter, methods })}
        />
        <noscript>
          <Button look="line">Show recipes</Button>
        </noscript>
      </form>
    </search>
  )
}

type ChoiceProps<T extends string> = {
  legend: string
  name: string
  options: { value: T; label: string }[]
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
}

function Choice<T extends string>({ legend, name, options, chosen, onChange }: ChoiceProps<T>) {
  const toggle = (value: T) =>
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])
  return (
    <fieldset>
      <legend className="field-label">{legend}</legend>
      <div className="recipe-choices">
        {options.map(({ value, label }) => (
          <label key={value} className="chip recipe-choice">
            <input
              type="checkbox"
              name={name}
              value={value}
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
