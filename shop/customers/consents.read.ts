import type { Db } from '#shop/ctx.ts'
import { DEFAULT_EMAIL_CHOICES, type EmailChoice, type EmailChoices } from '#shop/customers/consent.ts'

/** The account's current choices. The newsletter may have been subscribed to without an account. */
export async function readEmailChoices(
  db: Db,
  { id, email }: { id: string; email: string },
): Promise<EmailChoices> {
  return { newsletter: await newsletterChoice(db, email), 'referral-mails': await referralChoice(db, id) }
}

/** True when this account accepts emails about referral rewards. */
export async function wantsReferralEmails(db: Db, userId: string): Promise<boolean> {
  const open = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return open !== undefined && (await referralChoice(db, userId)).isGiven
}

async function newsletterChoice(db: Db, email: string): Promise<EmailChoice> {
  const row = await db
    .selectFrom('newsletterSubscriptions')
    .select(['status', 'confirmedAt', 'unsubscribedAt'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (row?.status === 'confirmed') return { isGiven: true, decidedAt: row.confirmedAt }
  return row ? { isGiven: false, decidedAt: row.unsubscribedAt } : DEFAULT_EMAIL_CHOICES.newsletter
}

async function referralChoice(db: Db, userId: string): Promise<EmailChoice> {
  const row = await db
    .selectFrom('consents')
    .select(['isGiven', 'decidedAt'])
    .where('userId', '=', userId)
    .where('purpose', '=', 'referral-mails')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row ?? DEFAULT_EMAIL_CHOICES['referral-mails']
}
