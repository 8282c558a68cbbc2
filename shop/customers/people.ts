import type { Money } from '#shop/kernel/money.ts'

export const PEOPLE_ROLES = ['customer', 'worker', 'admin'] as const
export type PeopleRole = (typeof PEOPLE_ROLES)[number]

export const PEOPLE_SORTS = ['newest', 'oldest', 'name'] as const
export type PeopleSort = (typeof PEOPLE_SORTS)[number]

/** What the admin's list of people was asked to show; it is the tab's address. */
export type PeopleSearch = {
  /** Part of a name or address. */
  text: string
  /** Customers are those without another role. */
  role: PeopleRole | null
  sort: PeopleSort
  /** From 1. */
  page: number
}

/** An account as a row of that list. */
export type ListedPerson = {
  id: string
  fullName: string
  email: string
  emailVerified: boolean
  phoneNumber: string | null
  isAdmin: boolean
  isWorker: boolean
  createdAt: Date
  orders: number
  /** The sum of the orders that were not cancelled. */
  spent: Money
}

/** Reads the address; what makes no sense in it counts as not asked. */
export function readPeopleSearch(params: URLSearchParams): PeopleSearch {
  const page = Number(params.get('page'))
  return {
    text: (params.get('q') ?? '').trim().slice(0, 100),
    role: PEOPLE_ROLES.find((role) => role === params.get('role')) ?? null,
    sort: PEOPLE_SORTS.find((sort) => sort === params.get('sort')) ?? 'newest',
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}
