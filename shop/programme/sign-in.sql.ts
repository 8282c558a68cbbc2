/** Writes cards, PINs and phone sessions. infra/accounts/worker-session.ts renews phone sessions. */
import { type Insertable, sql } from 'kysely'
import type { WorkerCards } from '#db/types.ts'
import type { Db, SealedFields } from '#shop/ctx.ts'
import { hasPhone } from '#shop/customers/own-accounts.read.ts'
import { tokenHash } from '#shop/email-token.ts'
import { roleMay } from '#shop/kernel/permissions.ts'
import { STAFF_ROLES } from '#shop/kernel/staff-role.ts'
import { countRows } from '#shop/lists.read.ts'
import { type KnownAccount, MAX_PER_PHONE, MAX_WRONG_PINS, sessionEnd } from '#shop/programme/pin.ts'

type NewCard = Omit<Insertable<WorkerCards>, 'tokenHash' | 'issuedAt'> & { token: string; issuedAt: Date }

/** Stores the token's hash and replaces the worker's unused cards. The caller has locked the account. */
export async function insertCard(db: Db, { token, ...card }: NewCard): Promise<void> {
  await db
    .updateTable('workerCards')
    .set({ replacedAt: card.issuedAt })
    .where('userId', '=', card.userId)
    .where('usedAt', 'is', null)
    .where('replacedAt', 'is', null)
    .execute()
  await db
    .insertInto('workerCards')
    .values({ ...card, tokenHash: tokenHash(token) })
    .execute()
}

/** Cards issued by these roles stay open, even if the coordinator of the worker changes. */
const ROLES_FOR_ALL_GROUPS = STAFF_ROLES.filter((role) => roleMay(role, 'programme'))

/**
 * Ends open cards whose issuer, after a change of groups, no longer coordinates the worker's group. The caller has
 * locked the issuer's account (`issuedBy`) or the worker's row in `workers` (`userId`).
 */
export async function endOutsideCards(db: Db, of: { issuedBy: string } | { userId: string }, now: Date) {
  const isOpen = sql`card.used_at is null and card.replaced_at is null`
  const ofPerson = 'userId' in of ? sql`card.user_id = ${of.userId}` : sql`card.issued_by = ${of.issuedBy}`
  // Waits for a concurrent change of the worker's group, or makes it wait, so that the later change sees the earlier
  // one.
  if ('issuedBy' in of)
    await sql`
      select from workers where user_id in (select user_id from worker_cards card where ${ofPerson} and ${isOpen})
      order by user_id for update`.execute(db)
  await sql`
    update worker_cards card set replaced_at = ${now}
    where ${ofPerson} and ${isOpen}
      and not exists (select from users where id = card.issued_by and staff_role = any(${ROLES_FOR_ALL_GROUPS}))
      and not exists (
        select from workers join coordinator_groups held on held.group_id = workers.group_id
        where workers.user_id = card.user_id and held.user_id = card.issued_by)`.execute(db)
}

/** Serializes the cards of one issuer until the transaction ends. */
export async function lockIssuer(db: Db, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('worker card issuer'), hashtext(${userId}))`.execute(db)
}

export async function countCardsSince(db: Db, issuedBy: string, since: Date): Promise<number> {
  return countRows(
    db.selectFrom('workerCards').where('issuedBy', '=', issuedBy).where('issuedAt', '>', since),
  )
}

/** Marks a card as used. Returns false if it is no longer open. */
export async function consumeCard(db: Db, id: string, now: Date): Promise<boolean> {
  const card = await db
    .updateTable('workerCards')
    .set({ usedAt: now })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .where('replacedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('id')
    .executeTakeFirst()
  return card !== undefined
}

/** Sets a PIN and unlocks the account. */
export async function savePin(
  db: Db,
  { userId, pinHash, now }: { userId: string; pinHash: string; now: Date },
): Promise<void> {
  const pin = { pinHash, wrongTries: 0, wrongTriesKnown: 0, setAt: now }
  await db
    .insertInto('workerPins')
    .values({ userId, ...pin })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(pin))
    .execute()
}

/** `isKnown`: the device has signed in to the account since its PIN was set. */
export type PinAccount = { userId: string; fullName: string; pinHash: string; isKnown: boolean }

/**
 * Returns the accounts of this number. Counts a wrong attempt for each in advance, so that simultaneous guesses
 * cannot exceed the limit. Leaves out locked accounts, staff and former workers.
 * `userId`: only this account. `known`: accounts that this device has signed in to; attempts from it are counted
 * separately.
 */
export async function beginTries(
  db: Db,
  fields: Pick<SealedFields, 'indexes'>,
  {
    phone,
    userId,
    known: accounts,
  }: { phone: string; userId: string | null; known: readonly KnownAccount[] },
): Promise<PinAccount[]> {
  const ids = accounts.map((account) => account.userId)
  const times = accounts.map(({ signedInAt }) => signedInAt)
  // Commits without waiting for the disk: the delay would reveal that the number exists. Locks rows in order of id.
  const { rows } = await sql<PinAccount>`
    with no_disk_wait as (select set_config('synchronous_commit', 'off', true)),
    account as (
      select users.id, users.full_name, worker_pins.set_at,
        exists (
          select from unnest(${ids}::uuid[], ${times}::timestamptz[]) as known (user_id, signed_in_at)
          where known.user_id = users.id and known.signed_in_at >= worker_pins.set_at
        ) as is_known
      from no_disk_wait, workers
        join users on users.id = workers.user_id join worker_pins on worker_pins.user_id = users.id
      where ${hasPhone(fields, [phone])} and users.is_worker and users.staff_role is null and users.deleted_at is null
        and (${userId}::uuid is null or users.id = ${userId}::uuid)
      order by worker_pins.set_at, users.id limit ${MAX_PER_PHONE}
    ),
    held as (
      select user_id from worker_pins where user_id in (select id from account) order by user_id for no key update
    )
    update worker_pins set wrong_tries = wrong_tries + (not is_known)::int,
      wrong_tries_known = wrong_tries_known + is_known::int
    from account join held on held.user_id = account.id
    where worker_pins.user_id = account.id and worker_pins.set_at = account.set_at
      and case when is_known then wrong_tries_known else wrong_tries end < ${MAX_WRONG_PINS}
    returning worker_pins.user_id, full_name, pin_hash, is_known`.execute(db)
  return rows
}

/** Like `beginTries`, but for a signed-in worker, whose device counts as known. Null if locked or without a PIN. */
export async function beginOwnTry(db: Db, userId: string): Promise<Omit<PinAccount, 'fullName'> | null> {
  const row = await db
    .updateTable('workerPins')
    .set((eb) => ({ wrongTriesKnown: eb('wrongTriesKnown', '+', 1) }))
    .where('userId', '=', userId)
    .where('wrongTriesKnown', '<', MAX_WRONG_PINS)
    .returning(['userId', 'pinHash'])
    .executeTakeFirst()
  return row ? { ...row, isKnown: true } : null
}

/** Takes back the attempts that `beginTries` counted, because the PIN was right for an account of this number. */
export async function refundTries(db: Db, accounts: readonly PinAccount[]): Promise<void> {
  if (accounts.length === 0) return
  const ids = accounts.map(({ userId }) => userId)
  const knownIds = accounts.filter(({ isKnown }) => isKnown).map(({ userId }) => userId)
  await sql`
    with held as (select user_id from worker_pins where user_id = any(${ids}::uuid[]) order by user_id for no key update)
    update worker_pins set
      wrong_tries = greatest(0, wrong_tries - (not (held.user_id = any(${knownIds}::uuid[])))::int),
      wrong_tries_known = greatest(0, wrong_tries_known - (held.user_id = any(${knownIds}::uuid[]))::int)
    from held where worker_pins.user_id = held.user_id`.execute(db)
}

/** Resets wrong attempts of known or unknown devices (`isKnown`) and stores `rehashed`. False if the PIN changed. */
export async function resetTries(
  db: Db,
  { userId, pinHash, isKnown }: Omit<PinAccount, 'fullName'>,
  rehashed = pinHash,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('workerPins')
    .set({ pinHash: rehashed, ...(isKnown ? { wrongTriesKnown: 0 } : { wrongTries: 0 }) })
    .where('userId', '=', userId)
    .where('pinHash', '=', pinHash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Serializes changes of a number's accounts until the transaction ends. */
export async function lockPhone(db: Db, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('worker phone'), hashtext(${phone}))`.execute(db)
}

/** True if `MAX_PER_PHONE` other accounts have a PIN for this number. */
export async function isPhoneFull(
  db: Db,
  fields: Pick<SealedFields, 'indexes'>,
  { phone, userId }: { phone: string; userId: string },
): Promise<boolean> {
  const sharing = db
    .selectFrom('workerPins')
    .innerJoin('workers', 'workers.userId', 'workerPins.userId')
    .innerJoin('users', 'users.id', 'workers.userId')
    .where(hasPhone(fields, [phone]))
    .where('workers.userId', '!=', userId)
    .where('users.isWorker', '=', true)
  return (await countRows(sharing)) >= MAX_PER_PHONE
}

export async function insertPhoneSession(
  db: Db,
  { userId, token, isShared, now }: { userId: string; token: string; isShared: boolean; now: Date },
): Promise<void> {
  const expiresAt = sessionEnd(isShared, now)
  await db
    .insertInto('workerSessions')
    .values({ userId, tokenHash: tokenHash(token), isShared, startedAt: now, lastSeenAt: now, expiresAt })
    .execute()
}

/** Makes all phones unknown to the account. Phones without a network can still open their stored screens. */
export async function forgetPhones(db: Db, userId: string, now: Date): Promise<void> {
  await db.updateTable('workerPins').set({ setAt: now }).where('userId', '=', userId).execute()
}

export async function deletePhoneSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('workerSessions').where('tokenHash', '=', tokenHash(token)).execute()
}

export async function deletePhoneSessionsOf(db: Db, userId: string): Promise<number> {
  const result = await db.deleteFrom('workerSessions').where('userId', '=', userId).executeTakeFirst()
  return Number(result.numDeletedRows)
}

export async function deleteSignIn(db: Db, userId: string): Promise<void> {
  for (const table of ['workerCards', 'workerPins', 'workerSessions'] as const)
    await db.deleteFrom(table).where('userId', '=', userId).execute()
}
