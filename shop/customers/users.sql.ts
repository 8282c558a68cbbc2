/** The only place that writes users and consents, and ends sessions; the account library writes its own columns. */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import type { EmailPurpose } from '#shop/customers/consent.ts'
import { deletedAddress, noMailAddress } from '#shop/customers/no-mail.ts'
import type { StaffRole } from '#shop/kernel/staff-role.ts'
import { STAFF_LONGEST_MS } from '#shop/kernel/strength.ts'
import { PREPARED } from '#shop/prepared-statement.ts'

export type UserDetails = { fullName?: string | undefined; phoneNumber?: string | null | undefined }

/** Inserts an account without email, which nobody can sign in to by email. Returns its id. */
export async function insertUserWithoutEmail(db: Db, fullName: string, now: Date): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('users')
    .values({ id, email: noMailAddress(id), fullName, emailVerified: false, createdAt: now, updatedAt: now })
    .execute()
  return id
}

/** Changes the given fields; false when the user does not exist. */
export async function changeUser(db: Db, id: string, details: UserDetails, now: Date): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ ...details, updatedAt: now })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export type Roles = { staffRole?: StaffRole | null | undefined; isWorker?: boolean | undefined }

/** Sets the given roles; false when the user does not exist. */
export async function setRoles(db: Db, id: string, roles: Roles, now: Date): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ ...roles, updatedAt: now })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Locks the account, so that changes of its data run one after another. False when it has been closed. */
export async function lockCustomer(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`${PREPARED}
    select id from users where id = ${id}::uuid and deleted_at is null for no key update`.execute(db)
  return rows.length > 0
}

/** The account's role and whether its email is verified, locked until the transaction ends; null without such an account. */
export async function lockAccount(
  db: Db,
  id: string,
): Promise<{ isVerified: boolean; staffRole: StaffRole | null } | null> {
  const row = await db
    .selectFrom('users')
    .select(['emailVerified', 'staffRole'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ? { isVerified: row.emailVerified, staffRole: row.staffRole as StaffRole | null } : null
}

type HeldUser = { id: string; emailVerified: boolean; staffRole: StaffRole | null; isWorker: boolean }

/** The account with this email, locked until the transaction ends; null when it does not exist or was closed. */
export async function lockUserByEmail(db: Db, email: string): Promise<HeldUser | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'emailVerified', 'staffRole', 'isWorker'])
    .where('email', '=', email.trim().toLowerCase())
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ? { ...row, staffRole: row.staffRole as StaffRole | null } : null
}

/** Serialises changes of roles until the transaction ends. */
export async function lockAllRoles(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('roles'))`.execute(db)
}

type HeldRoles = { staffRole: StaffRole | null; isWorker: boolean }

/** An account's roles, locked until the transaction ends; null when it does not exist or was closed. */
export async function lockOwnRoles(db: Db, id: string): Promise<HeldRoles | null> {
  const row = await db
    .selectFrom('users')
    .select(['staffRole', 'isWorker'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? { ...row, staffRole: row.staffRole as StaffRole | null } : null
}

type LockedRoles = {
  /** Null when the account does not exist or was closed. */
  before: HeldRoles | null
  isVerified: boolean
  /** The number of other owners. */
  otherOwners: number
}

/** An account's roles, with it and all owners locked by ascending id until the transaction ends. */
export async function lockRoles(db: Db, id: string): Promise<LockedRoles> {
  // Serialised, because the set of owners may change while a row lock is waited for, and the locks would lose their
  // order.
  await lockAllRoles(db)
  const rows = await db
    .selectFrom('users')
    .select(['id', 'staffRole', 'isWorker', 'emailVerified'])
    .where((eb) => eb.or([eb('id', '=', id), eb('staffRole', '=', 'owner')]))
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const own = rows.find((row) => row.id === id.toLowerCase())
  return {
    before: own ? { staffRole: own.staffRole as StaffRole | null, isWorker: own.isWorker } : null,
    isVerified: own?.emailVerified ?? false,
    otherOwners: rows.filter((row) => row !== own && row.staffRole === 'owner').length,
  }
}

/** Locks the account against all writes, including new orders. Null when it has been closed. */
export async function lockForDeletion(db: Db, id: string): Promise<{ emailVerified: boolean } | null> {
  const row = await db
    .selectFrom('users')
    .select('emailVerified')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Replaces personal data; the placeholder address is in a domain that cannot exist (RFC 2606). */
export async function anonymise(
  db: Db,
  id: string,
  { fullName, now }: { fullName: string; now: Date },
): Promise<void> {
  const none = { phoneNumber: null, image: null, referralCode: null, referralDiscount: null }
  await db
    .updateTable('users')
    .set({ ...none, fullName, email: deletedAddress(id), emailVerified: false })
    .set({ staffRole: null, isWorker: false, deletedAt: now, updatedAt: now })
    .where('id', '=', id)
    .execute()
}

/** An account's name and phone, and whether it is staff's, locked until the transaction ends; null when it does not exist or was closed. */
export async function lockDetails(
  db: Db,
  id: string,
): Promise<{ fullName: string; phoneNumber: string | null; isStaff: boolean } | null> {
  const row = await db
    .selectFrom('users')
    .select(['fullName', 'phoneNumber', 'staffRole'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const { staffRole, ...details } = row
  return { ...details, isStaff: staffRole !== null }
}

/** Ends all sessions, and deletes passwords, linked identities and emailed links. */
export async function deleteCredentials(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', id).execute()
  await db.deleteFrom('accounts').where('userId', '=', id).execute()
  await db.deleteFrom('deletionLinks').where('userId', '=', id).execute()
  await db.deleteFrom('verifications').where('value', 'like', `%${id}%`).execute()
}

/**
 * Lets a session go on as one of staff: its use counts from now. False when it is too old for that, so that its person signs in
 * again.
 */
export async function beginStaffSession(
  db: Db,
  { id, userId }: { id: string; userId: string },
  now: Date,
): Promise<boolean> {
  const begun = await db
    .updateTable('sessions')
    .set({ lastUsedAt: now })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('createdAt', '>', new Date(now.getTime() - STAFF_LONGEST_MS))
    .executeTakeFirst()
  return begun.numUpdatedRows > 0n
}

/** Ends a session of this account; false when it has no such session. */
export async function endSession(db: Db, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return ended.numDeletedRows > 0n
}

/** Ends all sessions of this account; returns how many there were. */
export async function endSessions(db: Db, userId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('userId', '=', userId).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Ends all sessions of this account except one. */
export async function endOtherSessions(db: Db, userId: string, keptId: string): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', userId).where('id', '!=', keptId).execute()
}

/** Ends all sessions of this account, with its open streams. */
export async function endAllSessions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', userId).execute()
}

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
