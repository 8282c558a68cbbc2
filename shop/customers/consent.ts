/** Mails beyond those that an order or an account needs: each can be declined, and taken up again, in the profile. */

export const EMAIL_PURPOSES = ['newsletter', 'referral-mails'] as const
export type EmailPurpose = (typeof EMAIL_PURPOSES)[number]

export type EmailChoice = {
  isGiven: boolean
  /** When that was decided; null when it never was, and what the shop begins with holds. */
  decidedAt: Date | null
}

export type EmailChoices = Record<EmailPurpose, EmailChoice>

/**
 * Nobody gets a newsletter without having asked for it. That a shared code has earned something is part of taking part,
 * so those mails come until they are declined.
 */
export const BEFORE_ANY_CHOICE: EmailChoices = {
  newsletter: { isGiven: false, decidedAt: null },
  'referral-mails': { isGiven: true, decidedAt: null },
}
