/** Optional emails, beyond those about orders and the account. Each can be switched on and off in the profile. */

export const EMAIL_PURPOSES = ['newsletter', 'referral-mails'] as const
export type EmailPurpose = (typeof EMAIL_PURPOSES)[number]

export type EmailChoice = {
  isGiven: boolean
  /** When the customer decided; null before. */
  decidedAt: Date | null
}

export type EmailChoices = Record<EmailPurpose, EmailChoice>
