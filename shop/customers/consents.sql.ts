/** The only place that writes decisions about mails. */
import type { Db } from '#shop/ctx.ts'
import type { EmailPurpose } from '#shop/customers/consent.ts'

/** Adds a decision; earlier ones stay, so that it can be shown what held when. */
export async function recordConsent(
  db: Db,
  decision: { userId: string; purpose: EmailPurpose; isGiven: boolean; decidedAt: Date },
): Promise<void> {
  await db.insertInto('consents').values(decision).execute()
}

/** Removes the decisions of an account that is closed. */
export async function deleteConsents(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('consents').where('userId', '=', userId).execute()
}
