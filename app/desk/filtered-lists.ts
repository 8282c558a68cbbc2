import { AUDIT_FILTERS } from '#shop/audit/search.ts'
import { PRODUCT_FILTERS } from '#shop/catalogue/listing.ts'
import { COUPON_FILTERS } from '#shop/coupons/listing.ts'
import { PEOPLE_FILTERS } from '#shop/customers/people.ts'
import { type Filters, filterQuery, readFilters } from '#shop/kernel/filters.ts'
import { MESSAGE_FILTERS } from '#shop/messages/message.ts'
import { ORDER_FILTERS } from '#shop/orders/listing.ts'
import { TASK_FILTERS } from '#shop/programme/task-filters.ts'
import { REVIEW_FILTERS } from '#shop/reviews/review.ts'

/** Lists with saved filters. Each key is the name of the list's tab in URLs. */
export const FILTERED_LISTS = {
  orders: { label: 'Orders', filters: ORDER_FILTERS },
  products: { label: 'Products', filters: PRODUCT_FILTERS },
  coupons: { label: 'Coupons', filters: COUPON_FILTERS },
  tasks: { label: 'Tasks', filters: TASK_FILTERS },
  reviews: { label: 'Reviews', filters: REVIEW_FILTERS },
  people: { label: 'People', filters: PEOPLE_FILTERS },
  messages: { label: 'Messages', filters: MESSAGE_FILTERS },
  audit: { label: 'Audit log', filters: AUDIT_FILTERS },
} as const satisfies Record<string, { label: string; filters: Filters }>

export type FilteredListName = keyof typeof FILTERED_LISTS

export function isFilteredList(name: string): name is FilteredListName {
  return Object.hasOwn(FILTERED_LISTS, name)
}

/** Returns the filters of a URL in the form in which they are saved, without the page; '' for none. */
export function savedQuery(list: FilteredListName, params: URLSearchParams): string {
  const filters: Filters = FILTERED_LISTS[list].filters
  return filterQuery(filters, readFilters(filters, params))
}
