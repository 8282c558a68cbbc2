/**
 * Filters of a list, declared once per list. Address, links, CSV download, saved filters and filter bar follow from the
 * declaration; the condition in the SQL query is written by hand.
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
  /** The choices. Those from the database are added by the page. */
  options?: readonly FilterOption[]
  /** Parses the text of the address; an invalid text is like none. */
  read: (text: string) => Value
}

type FilterOptions = {
  /** The parameter of the address; by default the filter's name. */
  param?: string
  /** Shown under “More filters”. */
  isFurther?: true
}

export type Filters = Readonly<Record<string, Filter>>

export type FilterValues<List extends Filters> = { [Name in keyof List]: ReturnType<List[Name]['read']> }

/** The filters of an address, and its page, from 1. */
export type Search<List extends Filters> = FilterValues<List> & { page: number }

/** The words of the search box, in `q`. */
export function searchFilter(label: string, placeholder = label): Filter<string> {
  return { param: 'q', control: 'search', label, placeholder, read: (text) => searchText(text, 100) }
}

type Names<Value extends string> = Readonly<Record<Value, string>>

/** A choice among values. `any` names the first option, which is no filter; `usual` is the value without a choice. */
export function choiceFilter<Value extends string>(
  label: string,
  names: Names<Value>,
  options: FilterOptions & { usual: NoInfer<Value> },
): Filter<Value>
export function choiceFilter<Value extends string>(
  label: string,
  names: Names<Value>,
  options: FilterOptions & { any: string },
): Filter<Value | null>
export function choiceFilter<Value extends string>(
  label: string,
  names: Names<Value>,
  { any, usual, ...options }: FilterOptions & { any?: string; usual?: Value },
): Filter<Value | null> {
  const values = Object.keys(names) as Value[]
  const none = any === undefined ? [] : [{ value: '', label: any }]
  return {
    ...{ ...options, label, control: 'select' },
    options: [...none, ...values.map((value) => ({ value, label: names[value] }))],
    read: (text) => valueIn(values, text) ?? usual ?? null,
  }
}

/** A choice among rows of the database, which the page adds as options. */
export function pickFilter<Value extends string>(
  label: string,
  read: (text: string) => Value | null,
  { any, ...options }: FilterOptions & { any: string },
): Filter<Value | null> {
  return { ...options, label, control: 'select', options: [{ value: '', label: any }], read }
}

/** Only rows with a property, `?late=1`. */
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

/** A day in India. */
export function dayFilter(label: string): Filter<Day | null> {
  return { label, control: 'date', isFurther: true, read: (text) => (isDay(text) ? text : null) }
}

/** A typed text; `clean` brings it to the form that the database has. */
export function textFilter(label: string, clean = (text: string) => text): Filter<string> {
  const read = (text: string) => {
    const value = cleanText(text).slice(0, 60)
    return isStorable(value) ? clean(value) : ''
  }
  return { label, control: 'text', isFurther: true, read }
}

/** A filter or an order that links of the page set. */
export function hiddenFilter<Value extends string | null>(
  read: (text: string) => Value,
  options: FilterOptions = {},
): Filter<Value> {
  return { ...options, label: '', control: 'hidden', read }
}

/** Returns the value that a text names; null for any other text. */
export function valueIn<Value extends string>(values: readonly Value[], text: string): Value | null {
  return values.find((value) => value === text) ?? null
}

/** Returns an id in lower case; null for any other text. */
export function idIn(text: string): string | null {
  return isUuid(text) ? text.toLowerCase() : null
}

export function readFilters<List extends Filters>(
  filters: List,
  params: URLSearchParams,
): FilterValues<List> {
  const values = Object.entries(filters).map(([name, { param = name, read }]) => [
    name,
    read(params.get(param) ?? ''),
  ])
  return Object.fromEntries(values)
}

export function readSearch<List extends Filters>(filters: List, params: URLSearchParams): Search<List> {
  return { ...readFilters(filters, params), page: readPage(params) }
}

const MAX_PAGES = 10_000

/** Returns the page of the address; 1 for an invalid one. */
export function readPage(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGES ? page : 1
}

/** Returns a value as the text of its control. */
export function filterText(value: string | boolean | null): string {
  return value === true ? '1' : value || ''
}

/** Returns the parameters of the address, in the order of the declaration, without values that filter nothing. */
export function filterParams<List extends Filters>(
  filters: List,
  values: FilterValues<List>,
): Record<string, string> {
  const params = Object.entries(filters).flatMap(([name, { param = name, read }]) => {
    const value = values[name] ?? null
    return value === read('') ? [] : [[param, filterText(value)]]
  })
  return Object.fromEntries(params)
}

/** Returns the filters as the query of an address; '' for none. */
export function filterQuery<List extends Filters>(filters: List, values: FilterValues<List>): string {
  return new URLSearchParams(filterParams(filters, values)).toString()
}
