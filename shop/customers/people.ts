import type { Money } from '#shop/kernel/money.ts'
import type { StaffRole } from '#shop/kernel/staff-role.ts'
import { searchText } from '#shop/kernel/text.ts'

export const PEOPLE_ROLES = ['customer', 'worker', 'coordinator', 'staff'] as const
export type PeopleRole = (typeof PEOPLE_ROLES)[number]

export const PEOPLE_SORTS = ['newest', 'oldest', 'name'] as const
export type PeopleSort = (typeof PEOPLE_SORTS)[number]

export type PeopleSearch = {
  /** Words of a name, part of an email address, or a phone number. */
  text: string
  /** 'customer': without another role. */
  role: PeopleRole | null
  sort: PeopleSort
  page: number
}

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

export function readPeopleSearch(params: URLSearchParams): PeopleSearch {
  const page = Number(params.get('page'))
  return {
    text: searchText(params, 100),
    role: PEOPLE_ROLES.find((role) => role === params.get('role')) ?? null,
    sort: PEOPLE_SORTS.find((sort) => sort === params.get('sort')) ?? 'newest',
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}
