import { choiceFilter, type Search, searchFilter } from '#shop/kernel/filters.ts'
import type { Money } from '#shop/kernel/money.ts'
import type { StaffRole } from '#shop/kernel/staff-role.ts'

const ROLES = {
  customer: 'Customers',
  worker: 'Workers',
  coordinator: 'Coordinators',
  staff: 'Staff',
}

/** The filters of the admin's list of people. Customers are accounts without another role. */
export const PEOPLE_FILTERS = {
  text: searchFilter('Search by name or email'),
  role: choiceFilter('Role', ROLES, { any: 'Everyone' }),
  sort: choiceFilter(
    'Sort',
    { newest: 'Newest first', oldest: 'Oldest first', name: 'By name' },
    { usual: 'newest' },
  ),
}

export type PeopleSearch = Search<typeof PEOPLE_FILTERS>

/** An account as a row of the list. */
export type ListedPerson = {
  id: string
  fullName: string
  /** Null for a worker without one. */
  email: string | null
  emailVerified: boolean
  phoneNumber: string | null
  staffRole: StaffRole | null
  isWorker: boolean
  isCoordinator: boolean
  createdAt: Date
  orders: number
  /** Sum of orders that were not cancelled. */
  spent: Money
}
