import type { ChangeEvent, ReactNode } from 'react'
import { Form, useSubmit } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import {
  type Filter,
  type FilterOption,
  type Filters,
  type FilterValues,
  filterParams,
  filterText,
} from '#shop/kernel/filters.ts'

type FilterBarProps<List extends Filters> = {
  /** The tab's path. Filters are query parameters, so they can be bookmarked, shared and used without JavaScript. */
  action: string
  filters: List
  values: FilterValues<List>
  /** Choices that come from the database. */
  options?: { [Name in keyof List]?: readonly FilterOption[] }
  children?: ReactNode
}

/** Search and filters above a list. A choice applies at once; without JavaScript the Search button applies it. */
export function FilterBar<List extends Filters>({
  action,
  filters,
  values,
  options = {},
  children,
}: FilterBarProps<List>) {
  const submit = useSubmit()
  const onChange = (event: ChangeEvent<HTMLFormElement>) => {
    if (event.target instanceof HTMLSelectElement) void submit(event.currentTarget, { replace: true })
  }
  const params = filterParams(filters, values)
  const fields = Object.entries(filters).map(([name, { param = name, ...filter }]) => ({
    ...filter,
    name: param,
    value: filter.control === 'hidden' ? (params[param] ?? '') : filterText(values[name] ?? null),
    options: [...(filter.options ?? []), ...(options[name] ?? [])],
  }))
  const further = fields
    .filter(({ isFurther }) => isFurther)
    .sort((a, b) => Number(b.control === 'select') - Number(a.control === 'select'))
  const filledCount = further.filter(({ name }) => params[name]).length
  return (
    <search className="filter-bar">
      <Form method="get" action={action} onChange={onChange} preventScrollReset>
        {fields.map((field) => !field.isFurther && <Field key={`${field.name} ${field.value}`} {...field} />)}
        {further.length > 0 && (
          <details className="filter-more" open={filledCount > 0}>
            <summary className="link">More filters{filledCount > 0 && ` (${filledCount})`}</summary>
            <div>
              {further.map((field) => (
                <Field key={`${field.name} ${field.value}`} {...field} />
              ))}
            </div>
          </details>
        )}
        <Button look="line">Search</Button>
      </Form>
      {children && <div className="filter-aside">{children}</div>}
    </search>
  )
}

type FieldProps = Omit<Filter, 'param' | 'read'> & {
  name: string
  value: string
  options: readonly FilterOption[]
}

function Field({ control, name, label, value, options, placeholder }: FieldProps) {
  if (control === 'hidden') return value && <input type="hidden" name={name} value={value} />
  if (control === 'search') {
    return (
      <label className="filter-search">
        <Icon name="search" size="s" />
        <VisuallyHidden>{label}</VisuallyHidden>
        <input
          type="search"
          name={name}
          defaultValue={value}
          placeholder={placeholder}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
        />
      </label>
    )
  }
  if (control === 'select') {
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
  return (
    <label className="filter-choice">
      <span>{label}</span>
      <input
        type={control}
        name={name}
        defaultValue={value}
        className="input"
        maxLength={60}
        autoComplete="off"
      />
    </label>
  )
}
