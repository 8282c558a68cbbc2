/** The only place that writes consent decisions. */
import type { Db } from '#shop/ctx.ts'
import type { EmailPurpose } from '#shop/customers/consent.ts'

/** Inserts a decision; earlier ones stay as evidence of past consent. */
export async function recordConsent(
  db: Db,
  decision: { userId: string; purpose: EmailPurpose; isGiven: boolean; decidedAt: Date },
): Promise<void> {
  await db.insertInto('consents').values(decision).execute()
}

/** Deletes the decisions of a closed account. */
export async function deleteConsents(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('consents').where('userId', '=', userId).execute()
}
