import type { ChangeEvent, ReactNode } from 'react'
import { Form, useSubmit } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'

export type FilterChoice = {
  name: string
  label: string
  /** The chosen value; '' for the first option. */
  value: string
  options: readonly { value: string; label: string }[]
}

/** A filter that is typed: a day or a text, with `suggestions` where they help. */
export type FilterField = {
  name: string
  label: string
  type: 'date' | 'text'
  value: string
  suggestions?: readonly string[]
}

export type FilterBarProps = {
  /**
   * The tab's path. Filters are query parameters, so they can be bookmarked, shared and used without
   * JavaScript.
   */
  action: string
  search?: { label: string; placeholder?: string; value: string; name?: string }
  choices?: FilterChoice[]
  /** Further filters behind 'More filters', which is open while one of them is set. */
  more?: { fields: FilterField[]; choices: FilterChoice[] }
  /** Query parameters to keep unchanged (the sort order). */
  keep?: Record<string, string>
  /** At the right end: a count, a link. */
  children?: ReactNode
}

/** Search and filters above a list. A choice applies at once; without JavaScript the Search button applies it. */
export function FilterBar({ action, search, choices = [], more, keep = {}, children }: FilterBarProps) {
  const submit = useSubmit()
  const onChange = (event: ChangeEvent<HTMLFormElement>) => {
    if (event.target instanceof HTMLSelectElement) void submit(event.currentTarget, { replace: true })
  }
  return (
    <search className="filter-bar">
      <Form method="get" action={action} onChange={onChange} preventScrollReset>
        {search && <SearchField key={search.value} {...search} />}
        {choices.map((choice) => (
          <Choice key={`${choice.name} ${choice.value}`} choice={choice} />
        ))}
        {more && <MoreFilters {...more} />}
        {Object.entries(keep).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <Button look="line">Search</Button>
      </Form>
      {children && <div className="filter-aside">{children}</div>}
    </search>
  )
}

function MoreFilters({ fields, choices }: NonNullable<FilterBarProps['more']>) {
  const set = [...fields, ...choices].filter(({ value }) => value !== '').length
  return (
    <details className="filter-more" open={set > 0}>
      <summary className="link">More filters{set > 0 && ` (${set})`}</summary>
      <div>
        {choices.map((choice) => (
          <Choice key={`${choice.name} ${choice.value}`} choice={choice} />
        ))}
        {fields.map(({ name, label, type, value, suggestions = [] }) => (
          <label key={`${name} ${value}`} className="filter-choice">
            <span>{label}</span>
            <input
              type={type}
              name={name}
              defaultValue={value}
              className="input"
              maxLength={60}
              list={suggestions.length > 0 ? `${name}-suggestions` : undefined}
              autoComplete="off"
            />
            {suggestions.length > 0 && (
              <datalist id={`${name}-suggestions`}>
                {suggestions.map((text) => (
                  <option key={text} value={text} />
                ))}
              </datalist>
            )}
          </label>
        ))}
      </div>
    </details>
  )
}

function SearchField({ label, placeholder, value, name = 'q' }: NonNullable<FilterBarProps['search']>) {
  return (
    <label className="filter-search">
      <Icon name="search" size="s" />
      <VisuallyHidden>{label}</VisuallyHidden>
      <input
        type="search"
        name={name}
        defaultValue={value}
        placeholder={placeholder ?? label}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
    </label>
  )
}

function Choice({ choice: { name, label, value, options } }: { choice: FilterChoice }) {
  return (
    <label className="filter-choice">
      <span>{label}</span>
      <span className="select">
        <select name={name} defaultValue={value} className="input">
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size="s" />
      </span>
    </label>
  )
}
