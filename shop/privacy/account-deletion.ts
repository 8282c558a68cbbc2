/** Why an account cannot be closed. */

export type Obstacles = {
  /** An owner must remove the role first, so that one remains. */
  isStaff: boolean
  /** Not delivered, or with a refund due. */
  orders: { id: string; why: 'not_delivered' | 'refund_due' }[]
  /** Unfinished or unpaid. */
  tasks: { id: string; name: string }[]
}

/** False for staff, and while an order or task is open. */
export function canDelete({ isStaff, orders, tasks }: Obstacles): boolean {
  return !isStaff && orders.length === 0 && tasks.length === 0
}

/** Validity of a link to close an account. */
export const DELETION_LINK_MINUTES = 60

/** Replaces the name of a closed account. */
export const FORMER_CUSTOMER = 'Former customer'
