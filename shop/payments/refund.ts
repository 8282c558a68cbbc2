import type { Money } from '#shop/kernel/money.ts'

export const REFUND_STATUSES = ['requested', 'done', 'by_hand', 'refused'] as const
/**
 * requested → done | by_hand | refused; by_hand → done when an admin records the payment. A refused refund can be
 * requested again under another key.
 */
export type RefundStatus = (typeof REFUND_STATUSES)[number]

export const REFUND_STATUS_NAMES: Record<RefundStatus, string> = {
  requested: 'on its way',
  done: 'done',
  by_hand: 'to pay manually',
  refused: 'refused by the provider',
}

/** The reason of a refund that the shop did not ask the provider for. */
export const MADE_ELSEWHERE = 'Refunded at the payment provider'

export type Refund = {
  id: string
  orderId: string
  amount: Money
  /** The provider of the payment that it pays back. */
  provider: string
  /** Of money that was paid at the door; other money goes back to the card or account that it came from. */
  isCash: boolean
  reason: string
  status: RefundStatus
  failureReason: string | null
  /** The provider's id of the refund, or the reference of a manual one; null until it is done. */
  reference: string | null
  createdAt: Date
  /** When it was paid or sent; null until it is done. */
  doneAt: Date | null
}

/** True for a refund that a person paid: of cash, or one that the provider did not pay. */
export function wasPaidByHand({ isCash, failureReason }: Pick<Refund, 'isCash' | 'failureReason'>): boolean {
  return isCash || failureReason !== null
}

/** A decision about a refund, as a second person has to repeat it. */
export type RefundTerms = {
  kind: 'cancel' | 'refund'
  /** In paise. */
  amount: Money
  /** Empty for a cancellation. */
  returned: readonly { itemId: string; quantity: number; restocked: number }[]
}

/** What one person has decided, until a second one decides the same. `byName` is null for a closed account. */
export type RefundAgreement = {
  agreedBy: string | null
  byName: string | null
  agreedAt: Date
  terms: RefundTerms
}
