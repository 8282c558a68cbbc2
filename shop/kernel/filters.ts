/**
 * Filters of a list, declared once per list. The URL, links, CSV download, saved filters and filter bar derive from
 * this declaration. Only the condition in the SQL query is written by hand.
 */
import { type Day, isDay } from '#shop/kernel/day.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { cleanText, isStorable, searchText } from '#shop/kernel/text.ts'

export type FilterOption = { value: string; label: string }

export type Filter<Value extends string | boolean | null = string | boolean | null> = FilterOptions & {
  label: string
  /** `hidden`: the filter bar only passes the value on. */
  control: 'search' | 'select' | 'text' | 'date' | 'hidden'
  placeholder?: string
  /** The choices. The page adds choices from the database. */
  options?: readonly FilterOption[]
  /** Parses the query parameter; an invalid text counts as ''. */
  read: (text: string) => Value
}

type FilterOptions = {
  /** The query parameter; by default the filter's name. */
  param?: string
  /** Shown under “More filters”. */
  isFurther?: true
}

export type Filters = Readonly<Record<string, Filter>>

export type FilterValues<List extends Filters> = { [Name in keyof List]: ReturnType<List[Name]['read']> }

/** The filters of a query string, and its page, from 1. */
export type Search<List extends Filters> = FilterValues<List> & { page: number }

/** Creates a filter by the words of the search box, in `q`. */
export function searchFilter(label: string, placeholder = label): Filter<string> {
  return { param: 'q', control: 'search', label, placeholder, read: (text) => searchText(text, 100) }
}

type Names<Value extends string> = Readonly<Record<Value, string>>

/**
 * Creates a choice among values. `any`: label of the option that filters nothing. `default`: the value if nothing is
 * chosen.
 */
export function choiceFilter<Value extends string>(
  label: string,
  names: Names<Value>,
  options: FilterOptions & { default: NoInfer<Value> },
): Filter<Value>
export function choiceFilter<Value extends string>(
  label: string,
  names: Names<Value>,
  options: FilterOptions & { any: string },
): Filter<Value | null>
export function choiceFilter<Value extends string>(
  label: string,
  names: Names<Value>,
  { any, default: defaultValue, ...options }: FilterOptions & { any?: string; default?: Value },
): Filter<Value | null> {
  const values = Object.keys(names) as Value[]
  const noChoice = any === undefined ? [] : [{ value: '', label: any }]
  return {
    ...{ ...options, label, control: 'select' },
    options: [...noChoice, ...values.map((value) => ({ value, label: names[value] }))],
    read: (text) => valueIn(values, text) ?? defaultValue ?? null,
  }
}

/** Creates a choice among rows of the database, which the page adds as options. */
export function pickFilter<Value extends string>(
  label: string,
  read: (text: string) => Value | null,
  { any, ...options }: FilterOptions & { any: string },
): Filter<Value | null> {
  return { ...options, label, control: 'select', options: [{ value: '', label: any }], read }
}

/** Creates a filter that keeps only rows with a property, as `?late=1`. */
export function flagFilter(
  label: string,
  { off, on, ...options }: FilterOptions & { off: string; on: string },
): Filter<boolean> {
  return {
    ...{ ...options, label, control: 'select', read: (text) => text === '1' },
    options: [
      { value: '', label: off },
      { value: '1', label: on },
    ],
  }
}

/** Creates a filter by a day in India. */
export function dayFilter(label: string): Filter<Day | null> {
  return { label, control: 'date', isFurther: true, read: (text) => (isDay(text) ? text : null) }
}

/** Creates a filter by a typed text. `clean` converts the text to the form stored in the database. */
export function textFilter(label: string, clean = (text: string) => text): Filter<string> {
  const read = (text: string) => {
    const value = cleanText(text).slice(0, 60)
    return isStorable(value) ? clean(value) : ''
  }
  return { label, control: 'text', isFurther: true, read }
}

/** Creates a filter or sort order that only links of the page set. */
export function hiddenFilter<Value extends string | null>(
  read: (text: string) => Value,
  options: FilterOptions = {},
): Filter<Value> {
  return { ...options, label: '', control: 'hidden', read }
}

/** Returns the text if it is one of the values, otherwise null. */
export function valueIn<Value extends string>(values: readonly Value[], text: string): Value | null {
  return values.find((value) => value === text) ?? null
}

/** Returns an id in lower case; null for any other text. */
export function idIn(text: string): string | null {
  return isUuid(text) ? text.toLowerCase() : null
}

export function readFilters<List extends Filters>(
  filters: List,
  query: URLSearchParams | string,
): FilterValues<List> {
  const params = new URLSearchParams(query)
  const values = Object.entries(filters).map(([name, { param = name, read }]) => [
    name,
    read(params.get(param) ?? ''),
  ])
  return Object.fromEntries(values)
}

export function readSearch<List extends Filters>(
  filters: List,
  query: URLSearchParams | string,
): Search<List> {
  return { ...readFilters(filters, query), page: readPage(new URLSearchParams(query)) }
}

const MAX_PAGES = 10_000

/** Returns the page of the query string; 1 if it is missing or invalid. */
export function readPage(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGES ? page : 1
}

/** Returns a value as the text of its form control. */
export function filterText(value: string | boolean | null): string {
  return value === true ? '1' : value || ''
}

/** Returns the query parameters in the order of the declaration, without filters at their default. */
export function filterParams<List extends Filters>(filters: List, values: FilterValues<List>) {
  const params = Object.entries(filters).flatMap(([name, { param = name, read }]) => {
    const value = values[name] ?? null
    return value === read('') ? [] : [[param, filterText(value)]]
  })
  return Object.fromEntries(params)
}

/** Returns the filters as a query string; '' if all are at their default. */
export function filterQuery<List extends Filters>(filters: List, values: FilterValues<List>): string {
  return new URLSearchParams(filterParams(filters, values)).toString()
}
