/** The reasons why an account cannot be closed. */

export type Obstacles = {
  /** An owner must remove the role first, so that the shop does not lose its last owner. */
  isStaff: boolean
  /** Orders that are not delivered, or whose refund is due. */
  orders: { id: string; why: 'not_delivered' | 'refund_due' }[]
  /** Unfinished tasks, and work that is not paid yet. */
  tasks: { id: string; name: string }[]
}

/** False for staff, and while an order or task is open. */
export function canDelete({ isStaff, orders, tasks }: Obstacles): boolean {
  return !isStaff && orders.length === 0 && tasks.length === 0
}

/** Minutes for which a link to close an account is valid. */
export const DELETION_LINK_MINUTES = 60

/** Replaces the name of a closed account. */
export const FORMER_CUSTOMER = 'Former customer'
