/** Saved filters of admins' lists. */
import { isStorable } from '#shop/kernel/text.ts'

type FilteredList = {
  label: string
  /** In the order of the saved query, without the page. */
  params: readonly string[]
  /** Same as no filter. */
  usual?: Readonly<Record<string, string>>
}

export const FILTERED_LISTS = {
  orders: {
    label: 'Orders',
    params: [
      ...['q', 'status', 'waits', 'request', 'late', 'since', 'until', 'payment', 'method'],
      ...['city', 'product', 'coupon', 'code', 'customer', 'sort'],
    ],
    usual: { sort: 'newest' },
  },
  products: { label: 'Products', params: ['q', 'category', 'stock', 'sort'], usual: { sort: 'newest' } },
  coupons: { label: 'Coupons', params: ['q', 'kind'], usual: { kind: 'all' } },
  tasks: { label: 'Tasks', params: ['q', 'status'] },
  people: { label: 'People', params: ['q', 'role', 'sort'], usual: { sort: 'newest' } },
  messages: { label: 'Messages', params: ['q', 'status', 'late'], usual: { status: 'open' } },
  audit: { label: 'Audit log', params: ['kind', 'entity', 'id', 'by'] },
} as const satisfies Record<string, FilteredList>

export type FilteredListName = keyof typeof FILTERED_LISTS

/** 'tracking': columns chosen for a carrier's file. */
export type SavedList = FilteredListName | 'tracking'

export function isFilteredList(name: string): name is FilteredListName {
  return Object.hasOwn(FILTERED_LISTS, name)
}

export type SavedFilter = { id: string; name: string; query: string }

export const MAX_FILTER_NAME = 40

/** Per admin and list. */
export const MAX_FILTERS = 20

const LONGEST_VALUE = 100

/** The saved query of a list's URL; '' without filters. */
export function savedQuery(list: FilteredListName, given: URLSearchParams): string {
  const { params, usual = {} }: FilteredList = FILTERED_LISTS[list]
  const kept = params.flatMap((name): [string, string][] => {
    const value = (given.get(name) ?? '').trim().slice(0, LONGEST_VALUE)
    return value === '' || value === usual[name] || !isStorable(value) ? [] : [[name, value]]
  })
  return new URLSearchParams(kept).toString()
}
