/** A newsletter subscription: nobody gets a letter before the address itself has said yes. */

export type SubscriptionStatus = 'pending' | 'confirmed' | 'unsubscribed'

export type Subscription = {
  id: string
  email: string
  status: SubscriptionStatus
  unsubscribeToken: string
}

/** How long a confirmation link works. */
export const CONFIRM_DAYS = 7

/** An address that never confirmed is forgotten after this time. */
export const DELETE_PENDING_DAYS = 30

/** A form causes at most one mail to the same address in this time. */
export const RESEND_MINUTES = 10
