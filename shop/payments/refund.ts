import type { Money } from '#shop/kernel/money.ts'

export const REFUND_STATUSES = ['requested', 'done', 'by_hand', 'refused'] as const
/** Transitions: requested → done, by_hand or refused; by_hand, refused → done; done → refused if not paid out. */
export type RefundStatus = (typeof REFUND_STATUSES)[number]

export const REFUND_STATUS_NAMES: Record<RefundStatus, string> = {
  requested: 'On its way',
  done: 'Done',
  by_hand: 'To pay manually',
  refused: 'Refused by the provider',
}

/** The reason of refunds that the shop did not request. */
export const MADE_ELSEWHERE = 'Refunded at the payment provider'

export type Refund = {
  id: string
  orderId: string
  amount: Money
  provider: string
  /** True if the money was paid at the door. Other money goes back to its card or account. */
  isCash: boolean
  reason: string
  status: RefundStatus
  failureReason: string | null
  /** The provider's id, or the reference of a manual refund. */
  reference: string | null
  createdAt: Date
  doneAt: Date | null
}

/** True for cash, or when the provider did not pay. */
export function wasPaidByHand({ isCash, failureReason }: Pick<Refund, 'isCash' | 'failureReason'>): boolean {
  return isCash || failureReason !== null
}

/** The terms of a decision that a second person has to repeat. */
export type RefundTerms = {
  kind: 'cancel' | 'refund' | 'edit' | 'write_off'
  amount: Money
  /** Empty for a cancellation. */
  returned: readonly { itemId: string; quantity: number; restocked: number }[]
}

/** `agreedBy`, `byName`: null if the user's row was deleted. */
export type RefundAgreement = {
  agreedBy: string | null
  byName: string | null
  agreedAt: Date
  terms: RefundTerms
}
