/** The only place that writes factors, their questions, recovery codes and links, and marks sessions as proven. */
import { type NotNull, sql } from 'kysely'
import type { Db, ResealCounts, Sealer } from '#shop/ctx.ts'
import { tokenHash } from '#shop/email-token.ts'
import { CHALLENGE_MS, LINK_MS } from '#shop/factors/factor.ts'
import type { Passkey } from '#shop/factors/passkeys.ts'
import { plainCode } from '#shop/factors/recovery-codes.ts'
import { secretPlace } from '#shop/factors/totp.ts'
import type { StaffRole } from '#shop/kernel/staff-role.ts'
import { resealTexts } from '#shop/reseal.ts'

export type FactorOwner = {
  id: string
  email: string
  fullName: string
  staffRole: StaffRole | null
  coordinates: string[]
  /** The number of factors. */
  factors: number
}

/** An open account with what decides about its factors, locked until the transaction ends; null for a closed one. */
export async function lockFactorOwner(
  db: Db,
  by: { id: string } | { email: string },
): Promise<FactorOwner | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'fullName', 'staffRole'])
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('email', '=', by.email.trim().toLowerCase())))
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  // A statement of its own, so that it sees what the holder of the lock before has written.
  const groups = await db
    .selectFrom('coordinatorGroups')
    .select('groupId')
    .where('userId', '=', row.id)
    .execute()
  const { count } = await db
    .selectFrom('factors')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', row.id)
    .executeTakeFirstOrThrow()
  const coordinates = groups.map(({ groupId }) => groupId)
  return { ...row, staffRole: row.staffRole as StaffRole | null, coordinates, factors: Number(count) }
}

type Named = { userId: string; name: string; now: Date }

export async function insertPasskey(
  db: Db,
  { userId, name, now }: Named,
  passkey: Omit<Passkey, 'id'>,
): Promise<boolean> {
  const { credentialId, counter, transports } = passkey
  const inserted = await db
    .insertInto('factors')
    .values({
      ...{ userId, kind: 'passkey', name, credentialId, counter, transports },
      ...{ publicKey: Buffer.from(passkey.publicKey), createdAt: now, lastUsedAt: now },
    })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function insertTotp(
  db: Db,
  { userId, name, now }: Named,
  { id, sealedSecret, step }: { id: string; sealedSecret: string; step: number },
): Promise<void> {
  const own = { userId, name, createdAt: now, lastUsedAt: now }
  await db
    .insertInto('factors')
    .values({ id, ...own, kind: 'totp', sealedSecret, lastStep: step })
    .execute()
}

/** Deletes a factor; its name, or null when the person has no such factor. */
export async function deleteFactor(db: Db, userId: string, id: string): Promise<string | null> {
  const row = await db
    .deleteFrom('factors')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name ?? null
}

/** Deletes all that somebody could prove a factor by, and its links; the number of factors. */
export async function deleteFactorsOf(db: Db, userId: string): Promise<number> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await db.deleteFrom('factorLinks').where('userId', '=', userId).execute()
  const { numDeletedRows } = await db.deleteFrom('factors').where('userId', '=', userId).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Uses up an app's code; false if it, or a later one, was used before. */
export async function consumeStep(db: Db, id: string, step: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('factors')
    .set({ lastStep: step, lastUsedAt: now })
    .where('id', '=', id)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Advances a passkey's counter; false when another answer has advanced it. */
export async function advanceCounter(
  db: Db,
  { id, counter }: Pick<Passkey, 'id' | 'counter'>,
  next: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('factors')
    .set({ counter: next, lastUsedAt: now })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Replaces all recovery codes; only their hashes are kept. */
export async function replaceRecoveryCodes(db: Db, userId: string, codes: readonly string[]): Promise<void> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  const rows = codes.map((code) => ({ userId, codeHash: tokenHash(plainCode(code)) }))
  await db.insertInto('recoveryCodes').values(rows).execute()
}

/** Uses up a recovery code; false when the person has no such code. */
export async function consumeRecoveryCode(db: Db, userId: string, typed: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', tokenHash(plainCode(typed)))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

type Question = { sessionId: string; purpose: 'prove' | 'enrol' }

/** Stores the question to a passkey that a session has to answer next; an earlier one can no longer be answered. */
export async function storeChallenge(
  db: Db,
  question: Question & { challenge: string; now: Date },
): Promise<void> {
  const { now, ...rest } = question
  const row = { ...rest, expiresAt: new Date(now.getTime() + CHALLENGE_MS) }
  await db
    .insertInto('factorChallenges')
    .values(row)
    .onConflict((conflict) => conflict.column('sessionId').doUpdateSet(row))
    .execute()
}

/** Returns the question to this session, once; null when there is none or it has expired. */
export async function consumeChallenge(
  db: Db,
  { sessionId, purpose }: Question,
  now: Date,
): Promise<string | null> {
  const row = await db
    .deleteFrom('factorChallenges')
    .where('sessionId', '=', sessionId)
    .where('purpose', '=', purpose)
    .returning(['challenge', 'expiresAt'])
    .executeTakeFirst()
  return row && row.expiresAt > now ? row.challenge : null
}

/** Stores the hash of a mailed link; an earlier one stops working. */
export async function storeLink(db: Db, userId: string, token: string, now: Date): Promise<void> {
  const row = { userId, tokenHash: tokenHash(token), expiresAt: new Date(now.getTime() + LINK_MS) }
  await db
    .insertInto('factorLinks')
    .values(row)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
    .execute()
}

/** Uses a mailed link up; false when it is another person's, used or too old. */
export async function consumeLink(db: Db, userId: string, token: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('factorLinks')
    .where('userId', '=', userId)
    .where('tokenHash', '=', tokenHash(token))
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Records what a session has proven and gives it another token, as after any sign-in; false when it has ended. The browser
 * needs the new cookie.
 */
export async function proveSession(
  db: Db,
  { id, userId }: { id: string; userId: string },
  token: string,
  { now, by }: { now: Date; by: 'factor' | 'password' },
): Promise<boolean> {
  const proof = by === 'factor' ? { factorAt: now, lastUsedAt: now } : { confirmedAt: now }
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ token, ...proof })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** When the factor was last proven in this session, read under its lock; null: never, or the session has ended. */
export async function lockProof(db: Db, id: string, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ factorAt: Date | null }>`
    select factor_at from sessions where id = ${id}::uuid and user_id = ${userId}::uuid for update`.execute(
    db,
  )
  return rows[0]?.factorAt ?? null
}

/** Encrypts the secrets of authenticator apps with the newest key and algorithm. */
export async function resealSecrets(db: Db, sealer: Sealer): Promise<ResealCounts> {
  const rows = await db
    .selectFrom('factors')
    .select(['id', 'sealedSecret'])
    .where('sealedSecret', 'is not', null)
    .$narrowType<{ sealedSecret: NotNull }>()
    .execute()
  return resealTexts(
    sealer,
    rows.map(({ id, sealedSecret: text }) => ({
      text,
      place: secretPlace(id),
      replace: (sealedSecret) =>
        db
          .updateTable('factors')
          .set({ sealedSecret })
          .where('id', '=', id)
          .where('sealedSecret', '=', text)
          .executeTakeFirst(),
    })),
  )
}
