/** Closing an account for good, and what can stand in its way. */

export type Obstacles = {
  /** Admins are let go by another admin first: the shop must not lose its last one. */
  isAdmin: boolean
  /** Orders that are still on their way or whose money is. */
  orders: { id: string; why: 'not_delivered' | 'refund_due' }[]
  /** Tasks that are not finished, and work that is not paid yet. */
  tasks: { id: string; name: string }[]
}

export function canDelete({ isAdmin, orders, tasks }: Obstacles): boolean {
  return !isAdmin && orders.length === 0 && tasks.length === 0
}

/** How long a link that closes an account works. */
export const DELETION_LINK_MINUTES = 60

/** What stands where a name stood. */
export const FORMER_CUSTOMER = 'Former customer'
