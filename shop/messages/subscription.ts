/** Newsletter subscriptions with double opt-in, and periods of back-in-stock notices. */

export type Subscription = {
  id: string
  email: string
  status: 'pending' | 'confirmed' | 'unsubscribed'
  unsubscribeToken: string
}

/** Validity of a confirmation link. */
export const CONFIRM_DAYS = 7

/** Days after which unconfirmed addresses are deleted. */
export const DELETE_PENDING_DAYS = 30

/** Minimum time between emails that forms cause for one subscription or stock notice. */
export const RESEND_MINUTES = 10

/** Validity of a notice's confirmation link; then the notice is deleted. */
export const CONFIRM_NOTICE_DAYS = 7

/** Days after which a notice is deleted even if the product is not back. */
export const NOTICE_DAYS = 180
