/** Double opt-in. */

export type Subscription = {
  id: string
  email: string
  status: 'pending' | 'confirmed' | 'unsubscribed'
  unsubscribeToken: string
}

/** Validity of a confirmation link. */
export const CONFIRM_DAYS = 7

/** Unconfirmed addresses are deleted afterwards. */
export const DELETE_PENDING_DAYS = 30

/** The least time between emails that forms cause. */
export const RESEND_MINUTES = 10

/** Validity of a notice's confirmation link; then the notice is deleted. */
export const CONFIRM_NOTICE_DAYS = 7

/** A notice ends although the product is not back. */
export const NOTICE_DAYS = 180
