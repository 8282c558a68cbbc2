/** A newsletter subscription. Emails are sent only after the address has confirmed it (double opt-in). */

export type SubscriptionStatus = 'pending' | 'confirmed' | 'unsubscribed'

export type Subscription = {
  id: string
  email: string
  status: SubscriptionStatus
  unsubscribeToken: string
}

/** Days for which a confirmation link is valid. */
export const CONFIRM_DAYS = 7

/** An unconfirmed address is deleted after this many days. */
export const DELETE_PENDING_DAYS = 30

/** Forms cause at most one email to the same address in this time. */
export const RESEND_MINUTES = 10

/** Days for which the link that confirms a back-in-stock notice is valid; then the unconfirmed notice is deleted. */
export const CONFIRM_NOTICE_DAYS = 7

/** Days after which a notice ends although the product is not back. */
export const NOTICE_DAYS = 180
