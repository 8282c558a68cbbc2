/** Better Auth writes further columns of these tables. */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { deleteKeysOf } from '#shop/customers/api-keys.sql.ts'
import type { EmailPurpose } from '#shop/customers/consent.ts'
import { deletedAddress, noMailAddress } from '#shop/customers/no-mail.ts'
import type { StaffRole } from '#shop/kernel/staff-role.ts'
import { MAX_STAFF_SESSION_MS } from '#shop/kernel/strength.ts'
import { PREPARED } from '#shop/prepared-statement.ts'

export type UserDetails = { fullName?: string | undefined; phoneNumber?: string | null | undefined }

export type NewCustomer = { fullName: string; email: string | null; phoneNumber: string | null }

/**
 * Inserts an account without a password, and returns its id. A later sign-up with its email takes the account over;
 * an account without an email has no sign-in by email.
 */
export async function insertUnverified(db: Db, { email, ...details }: NewCustomer, now: Date) {
  const id = randomUUID()
  const account = { id, email: email ?? noMailAddress(id), emailVerified: false, ...details }
  await db
    .insertInto('users')
    .values({ ...account, createdAt: now, updatedAt: now })
    .execute()
  return id
}

/** Returns the open account with the email; without an email, an account that has none, by name and phone number. */
export async function findSameCustomer(db: Db, { email, fullName, phoneNumber }: NewCustomer) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`customer ${email ?? phoneNumber}`}, 0))`.execute(
    db,
  )
  let query = db.selectFrom('users').select('id').where('deletedAt', 'is', null)
  query = email
    ? query.where('email', '=', email)
    : query
        .where('phoneNumber', '=', phoneNumber)
        .where('fullName', '=', fullName)
        .where('email', 'like', noMailAddress('%'))
  return (await query.executeTakeFirst())?.id ?? null
}

export type Roles = { staffRole?: StaffRole | null | undefined; isWorker?: boolean | undefined }

export async function changeUser(db: Db, id: string, changes: UserDetails & Roles, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...changes, updatedAt: now })
    .where('id', '=', id)
    .execute()
}

/** Serializes changes of the account. Returns false if the account is closed. */
export async function lockCustomer(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`${PREPARED}
    select id from users where id = ${id}::uuid and deleted_at is null for no key update`.execute(db)
  return rows.length > 0
}

function selectOpenAccounts(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'fullName', 'phoneNumber', 'emailVerified', 'staffRole', 'isWorker'])
    .where('deletedAt', 'is', null)
}

/** Locks the account against all writes, including new orders; null when it is closed. */
export async function lockUser(db: Db, id: string) {
  return (await selectOpenAccounts(db).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null
}

/** Locks the account with this email; null when it is closed. */
export async function lockUserByEmail(db: Db, email: string) {
  const query = selectOpenAccounts(db).where('email', '=', email.trim().toLowerCase())
  return (await query.forUpdate().executeTakeFirst()) ?? null
}

/** Serializes changes of roles until the transaction ends. */
export async function lockAllRoles(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('roles'))`.execute(db)
}

/** Locks an account, but lets new orders through; null when it is closed. */
export async function lockOwnRoles(db: Db, id: string) {
  return (await selectOpenAccounts(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) ?? null
}

/** Locks the account and all owners by ascending id. */
export async function lockRoles(db: Db, id: string) {
  // Waiting for a row lock could change the set of owners, so that later locks would be out of order.
  await lockAllRoles(db)
  const rows = await selectOpenAccounts(db)
    .where((eb) => eb.or([eb('id', '=', id), eb('staffRole', '=', 'owner')]))
    .orderBy('id')
    .forUpdate()
    .execute()
  const own = rows.find((row) => row.id === id.toLowerCase())
  return {
    own: own ? { staffRole: own.staffRole, isWorker: own.isWorker } : null,
    isVerified: own?.emailVerified ?? false,
    otherOwners: rows.filter((row) => row !== own && row.staffRole === 'owner').length,
  }
}

export async function anonymise(db: Db, id: string, { fullName, now }: { fullName: string; now: Date }) {
  const none = { phoneNumber: null, image: null, referralCode: null, referralDiscount: null }
  await db
    .updateTable('users')
    .set({ ...none, fullName, email: deletedAddress(id), emailVerified: false })
    .set({ staffRole: null, isWorker: false, deletedAt: now, updatedAt: now })
    .where('id', '=', id)
    .execute()
}

/** Ends all sessions, and deletes passwords, API keys, linked identities and emailed links. */
export async function deleteCredentials(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', id).execute()
  await db.deleteFrom('accounts').where('userId', '=', id).execute()
  await deleteKeysOf(db, id)
  await db.deleteFrom('deletionLinks').where('userId', '=', id).execute()
  await db.deleteFrom('verifications').where('value', 'like', `%${id}%`).execute()
}

/** Makes a session a staff session. Returns false if it is too old for that: the person must sign in again. */
export async function beginStaffSession(db: Db, { id, userId }: { id: string; userId: string }, now: Date) {
  const result = await db
    .updateTable('sessions')
    .set({ lastUsedAt: now })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('createdAt', '>', new Date(now.getTime() - MAX_STAFF_SESSION_MS))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Ends one session, or all sessions without `id`. Returns how many were ended. */
export async function endSessions(db: Db, userId: string, id?: string): Promise<number> {
  let query = db.deleteFrom('sessions').where('userId', '=', userId)
  if (id) query = query.where('id', '=', id)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

export async function endOtherSessions(db: Db, userId: string, ownId: string): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', userId).where('id', '!=', ownId).execute()
}

/** Inserts a decision. Earlier decisions stay as evidence of past consent. */
export async function recordConsent(
  db: Db,
  decision: { userId: string; purpose: EmailPurpose; isGiven: boolean; decidedAt: Date },
): Promise<void> {
  await db.insertInto('consents').values(decision).execute()
}

export async function deleteConsents(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('consents').where('userId', '=', userId).execute()
}
