/** Purposes of emails that need consent. Emails about orders and the account need none. */

export const EMAIL_PURPOSES = ['newsletter', 'referral-mails'] as const
export type EmailPurpose = (typeof EMAIL_PURPOSES)[number]

export type EmailChoice = {
  isGiven: boolean
  decidedAt: Date | null
}

export type EmailChoices = Record<EmailPurpose, EmailChoice>
