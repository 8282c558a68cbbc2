/** The only place that writes users; the account library writes its own columns by itself. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

export type UserDetails = { fullName?: string | undefined; phoneNumber?: string | null | undefined }

/** Changes what is given. False when there is no such user. */
export async function changeUser(db: Db, id: string, details: UserDetails, now: Date): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ ...details, updatedAt: now })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export type Roles = { isAdmin?: boolean | undefined; isWorker?: boolean | undefined }

/** Gives or takes the roles that are named. False when there is no such user. */
export async function setRoles(db: Db, id: string, roles: Roles, now: Date): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ ...roles, updatedAt: now })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Makes everybody who changes what belongs to this account take turns. False when it has been closed. */
export async function lockCustomer(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the account's address is verified, the account held until the transaction ends; null when there is none. */
export async function lockVerified(db: Db, id: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('users')
    .select('emailVerified')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row?.emailVerified ?? null
}

type HeldUser = { id: string; emailVerified: boolean; isAdmin: boolean; isWorker: boolean }

/** The account with this address, held until the transaction ends; null when there is none, or it was closed. */
export async function lockUserByEmail(db: Db, email: string): Promise<HeldUser | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'emailVerified', 'isAdmin', 'isWorker'])
    .where('email', '=', email.trim().toLowerCase())
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Makes changes of roles take turns until the transaction ends. */
export async function lockAllRoles(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('roles'))`.execute(db)
}

type LockedRoles = {
  /** Null when there is no such account, or it was closed. */
  before: { isAdmin: boolean; isWorker: boolean } | null
  isVerified: boolean
  /** Accounts that are admins beside this one. */
  otherAdmins: number
}

/** An account's roles, with it and all admins locked in the order of their ids until the transaction ends. */
export async function lockRoles(db: Db, id: string): Promise<LockedRoles> {
  // One at a time: who is an admin may change while a row is waited for, and then rows are not locked in their order.
  await lockAllRoles(db)
  const rows = await db
    .selectFrom('users')
    .select(['id', 'isAdmin', 'isWorker', 'emailVerified'])
    .where((eb) => eb.or([eb('id', '=', id), eb('isAdmin', '=', true)]))
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const own = rows.find((row) => row.id === id.toLowerCase())
  return {
    before: own ? { isAdmin: own.isAdmin, isWorker: own.isWorker } : null,
    isVerified: own?.emailVerified ?? false,
    otherAdmins: rows.filter((row) => row !== own && row.isAdmin).length,
  }
}

/** Holds back everybody who writes something for this account, orders too. Null when it has been closed. */
export async function lockForDeletion(
  db: Db,
  id: string,
): Promise<{ fullName: string; phoneNumber: string | null } | null> {
  const row = await db
    .selectFrom('users')
    .select(['fullName', 'phoneNumber'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Leaves a row that tells nobody who it was: the address is one that cannot exist (RFC 2606). */
export async function anonymise(
  db: Db,
  id: string,
  { fullName, now }: { fullName: string; now: Date },
): Promise<void> {
  const none = { phoneNumber: null, image: null, referralCode: null, referralDiscount: null }
  await db
    .updateTable('users')
    .set({ ...none, fullName, email: `deleted-${id}@deleted.invalid`, emailVerified: false })
    .set({ isAdmin: false, isWorker: false, deletedAt: now, updatedAt: now })
    .where('id', '=', id)
    .execute()
}

/** Name and phone of an account as they stand, held until the transaction ends; null when there is none, or it was closed. */
export async function lockDetails(
  db: Db,
  id: string,
): Promise<{ fullName: string; phoneNumber: string | null } | null> {
  const row = await db
    .selectFrom('users')
    .select(['fullName', 'phoneNumber'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}
