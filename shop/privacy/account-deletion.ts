/** Reasons why an account cannot be closed yet. */
import { shortId } from '#shop/kernel/ids.ts'

export type Obstacles = {
  /** True if the person is staff. Owners remove the role first, which makes sure that one owner remains. */
  isStaff: boolean
  /** Orders that are not delivered, or whose refund is due. */
  orders: { id: string; why: 'not_delivered' | 'refund_due' }[]
  /** Tasks that were begun and are not paid. */
  tasks: { id: string; name: string }[]
}

/** False for staff, and while an order or task is open. */
export function canDelete({ isStaff, orders, tasks }: Obstacles): boolean {
  return !isStaff && orders.length === 0 && tasks.length === 0
}

/** Returns a sentence that names what must end first. */
export function obstaclesText({ orders, tasks, isStaff }: Obstacles): string {
  const open = [
    ...(isStaff ? ['the staff role'] : []),
    ...orders.map(
      ({ id, why }) => `order ${shortId(id)} (${why === 'refund_due' ? 'refund due' : 'not delivered'})`,
    ),
    ...tasks.map(({ name }) => `task ${name}`),
  ]
  return `Please finish first: ${open.join(', ')}.`
}

/** Validity of a link to close an account. */
export const DELETION_LINK_MINUTES = 60

/** Replaces the name of a closed account on deliveries, reviews and invoices. Elsewhere it is CLOSED_ACCOUNT. */
export const FORMER_CUSTOMER = 'Former customer'
