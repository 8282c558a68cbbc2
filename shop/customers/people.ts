import { choiceFilter, type FilterValues, type Search, searchFilter } from '#shop/kernel/filters.ts'

const ROLES = {
  customer: 'Customers',
  worker: 'Workers',
  coordinator: 'Coordinators',
  staff: 'Staff',
}

/** The filters of the admin's list of people. Customers are accounts without another role. */
export const PEOPLE_FILTERS = {
  text: searchFilter('Search by name, email or phone'),
  role: choiceFilter('Role', ROLES, { any: 'Everyone' }),
  sort: choiceFilter(
    'Sort',
    { newest: 'Newest first', oldest: 'Oldest first', name: 'By name' },
    { default: 'newest' },
  ),
}

export type PeopleFilters = FilterValues<typeof PEOPLE_FILTERS>
export type PeopleSearch = Search<typeof PEOPLE_FILTERS>
