import { Button } from '#app/kit/button.tsx'
import { RECIPES_PATH } from '#app/kit/recipe-path.ts'
import { TextField } from '#app/kit/text-field.tsx'
import type { RecipeFilter } from '#app/recipes/recipe-filter.ts'
import { APPLIANCE_LABELS, METHOD_LABELS } from '#app/recipes/recipe-labels.ts'
import { APPLIANCES, COOKING_METHODS } from '#content/recipes/recipe.ts'

type RecipeFiltersProps = { filter: RecipeFilter; onChange: (filter: RecipeFilter) => void }

/** Search box and two filters. A GET form: without JavaScript its button reloads the page with the query. */
export function RecipeFilters({ filter, onChange }: RecipeFiltersProps) {
  return (
    <search>
      <form
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
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
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
