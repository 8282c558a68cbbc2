/** Optional emails, beyond those about orders and the account. Each can be switched on and off in the profile. */

export const EMAIL_PURPOSES = ['newsletter', 'referral-mails'] as const
export type EmailPurpose = (typeof EMAIL_PURPOSES)[number]

export type EmailChoice = {
  isGiven: boolean
  /** When the customer decided; null while the shop's initial setting applies. */
  decidedAt: Date | null
}

export type EmailChoices = Record<EmailPurpose, EmailChoice>

/**
 * The newsletter needs consent first (opt-in); emails about referral rewards are part of the programme until declined.
 */
export const DEFAULT_EMAIL_CHOICES: EmailChoices = {
  newsletter: { isGiven: false, decidedAt: null },
  'referral-mails': { isGiven: true, decidedAt: null },
}
