import type { Money } from '#shop/kernel/money.ts'
import type { StaffRole } from '#shop/kernel/staff-role.ts'
import { searchText } from '#shop/kernel/text.ts'

export const PEOPLE_ROLES = ['customer', 'worker', 'coordinator', 'staff'] as const
export type PeopleRole = (typeof PEOPLE_ROLES)[number]

export const PEOPLE_SORTS = ['newest', 'oldest', 'name'] as const
export type PeopleSort = (typeof PEOPLE_SORTS)[number]

/** The filters of the admin's list of people, as stored in its URL. */
export type PeopleSearch = {
  /** Words of a name, part of an email address, or a phone number in any writing. */
  text: string
  /** 'customer' means accounts without another role. */
  role: PeopleRole | null
  sort: PeopleSort
  /** From 1. */
  page: number
}

/** An account as a row of the list. */
export type ListedPerson = {
  id: string
  fullName: string
  /** Null for a worker who joined without one. */
  email: string | null
  emailVerified: boolean
  phoneNumber: string | null
  staffRole: StaffRole | null
  isWorker: boolean
  isCoordinator: boolean
  createdAt: Date
  orders: number
  /** In paise: the sum of the orders that were not cancelled. */
  spent: Money
}

/** Parses the URL's parameters; invalid values are ignored. */
export function readPeopleSearch(params: URLSearchParams): PeopleSearch {
  const page = Number(params.get('page'))
  return {
    text: searchText(params, 100),
    role: PEOPLE_ROLES.find((role) => role === params.get('role')) ?? null,
    sort: PEOPLE_SORTS.find((sort) => sort === params.get('sort')) ?? 'newest',
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}
