import type { Db } from '#shop/ctx.ts'
import type { SavedAddress } from '#shop/customers/address.ts'
import { addressesOf } from '#shop/customers/addresses.sql.ts'
import type { EmailChoice } from '#shop/customers/consent.ts'
import type { Device } from '#shop/customers/device.ts'
import { realEmail } from '#shop/customers/no-mail.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { isSessionOver } from '#shop/kernel/strength.ts'

/** `email`: null for an account without an email. `referralDiscount`: in percent; null for the shop's default. */
export type UserRecord = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** Finds an account by its id. The caller has checked that the actor may see it. */
export async function findUser(db: Db, id: string) {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'fullName', 'phoneNumber', 'staffRole', 'isWorker'])
    .select(['referralCode', 'referralDiscount', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, email: realEmail(row.email) } : null
}

/** Returns an open account as the actor of an order; null if there is none. */
export async function findCustomer(db: Db, id: string): Promise<Person | null> {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'fullName'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  const rights = { staffRole: null, isWorker: false, coordinates: [], factorAt: null }
  return row ? { kind: 'person', ...row, ...rights } : null
}

/** Lists the default address first, then the others by age. */
export async function listAddresses(db: Db, userId: string): Promise<SavedAddress[]> {
  const byAge = await addressesOf(db, userId)
  return byAge.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
}

/** Null when the session has ended. */
export async function readProofs(db: Db, { id, userId }: { id: string; userId: string }) {
  const row = await db
    .selectFrom('sessions')
    .select(['createdAt as signedInAt', 'confirmedAt', 'factorAt'])
    .select((eb) =>
      eb.exists(eb.selectFrom('factors').select('factors.id').where('factors.userId', '=', userId)).as('has'),
    )
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const { has, ...times } = row
  return { ...times, hasFactor: Boolean(has) }
}

/** Lists current sessions, last used first. */
export async function listDevices(db: Db, userId: string, now: Date): Promise<Device[]> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.id', 'userAgent', 'sessions.createdAt as signedInAt', 'staffRole', 'lastUsedAt'])
    .select((eb) => eb.fn.coalesce('lastUsedAt', 'sessions.updatedAt').as('lastSeenAt'))
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('sessions.id')
    .limit(50)
    .execute()
  return rows
    .filter((session) => !isSessionOver(session, now))
    .map(({ id, userAgent, signedInAt, lastSeenAt }) => ({
      ...{ id, userAgent: userAgent ?? '', signedInAt, lastSeenAt },
    }))
}

/** Reads the newsletter's choice by email, because a visitor may subscribe without an account. */
export async function readEmailChoices(db: Db, { id, email }: { id: string; email: string }) {
  return { newsletter: await newsletterChoice(db, email), 'referral-mails': await referralChoice(db, id) }
}

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
  return { isGiven: false, decidedAt: row?.unsubscribedAt ?? null }
}

async function referralChoice(db: Db, userId: string): Promise<EmailChoice> {
  const row = await db
    .selectFrom('consents')
    .select(['isGiven', 'decidedAt'])
    .where('userId', '=', userId)
    .where('purpose', '=', 'referral-mails')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { isGiven: false, decidedAt: null }
}
