import { expect, it } from 'vitest'
import {
  choiceFilter,
  dayFilter,
  filterParams,
  filterQuery,
  flagFilter,
  hiddenFilter,
  idIn,
  pickFilter,
  readFilters,
  readSearch,
  searchFilter,
  textFilter,
} from '#shop/kernel/filters.ts'

const ID = '0F6B3C1E-9A5D-4E0B-8F57-2F1F4C1D9B10'

const FILTERS = {
  text: searchFilter('Search'),
  state: choiceFilter('State', { open: 'Open', all: 'All' }, { default: 'open' }),
  kind: choiceFilter('Kind', { big: 'Big', small: 'Small' }, { param: 'size', any: 'Any' }),
  isLate: flagFilter('Deadline', { param: 'late', off: 'Any', on: 'Past' }),
  since: dayFilter('From'),
  code: textFilter('Code', (text) => text.toUpperCase()),
  product: pickFilter('Product', idIn, { any: 'Any' }),
  person: hiddenFilter(idIn, { param: 'by' }),
}
const read = (query: string) => readFilters(FILTERS, new URLSearchParams(query))
const NONE = {
  ...{ text: '', state: 'open', kind: null, isLate: false },
  ...{ since: null, code: '', product: null, person: null },
}

it('reads each filter from its query parameter', () => {
  const query = `q=+tin++box&state=all&size=big&late=1&since=2026-03-01&code=m10&product=${ID}&by=${ID}`
  expect(read(query)).toEqual({
    ...{ text: 'tin box', state: 'all', kind: 'big', isLate: true },
    ...{ since: '2026-03-01', code: 'M10', product: ID.toLowerCase(), person: ID.toLowerCase() },
  })
})

it('reads a missing or invalid value as the default', () => {
  expect(read('')).toEqual(NONE)
  const invalid = 'q=%00&state=x&size=toString&late=yes&since=2026-02-31&code=%00&product=x&by=x'
  expect(read(invalid)).toEqual(NONE)
})

it('writes the query string in declaration order and omits filters at their default', () => {
  expect(filterQuery(FILTERS, read('page=3&state=open&other=1'))).toBe('')
  expect(filterParams(FILTERS, read('late=1&q=tin&kind=big&size=small&state=all'))).toEqual({
    ...{ q: 'tin', state: 'all', size: 'small', late: '1' },
  })
  const query =
    `q=tin&state=all&size=big&late=1&since=2026-03-01&code=M10&product=${ID}&by=${ID}`.toLowerCase()
  expect(filterQuery(FILTERS, read(query))).toBe(query.replace('m10', 'M10'))
})

it.each([
  ['page=3', 3],
  ['page=0', 1],
  ['page=1.5', 1],
  ['page=10001', 1],
])('reads the page of %s', (query, page) => {
  expect(readSearch(FILTERS, new URLSearchParams(query)).page).toBe(page)
})
