/** The only place that writes factors, challenges, recovery codes and links, and marks sessions as proven. */
import { type NotNull, sql } from 'kysely'
import type { Db, ResealCounts, Sealer } from '#shop/ctx.ts'
import { tokenHash } from '#shop/email-token.ts'
import { CHALLENGE_MS, LINK_MS } from '#shop/factors/factor.ts'
import type { Passkey } from '#shop/factors/passkeys.ts'
import { plainCode } from '#shop/factors/recovery-codes.ts'
import { secretPlace } from '#shop/factors/totp.ts'
import { countRows } from '#shop/lists.read.ts'
import { resealTexts } from '#shop/reseal.ts'

/** The account. `factors`: number of its factors. */
export type FactorOwner = NonNullable<Awaited<ReturnType<typeof lockFactorOwner>>>

/** Locks and returns an account; null if it does not exist or is closed. */
export async function lockFactorOwner(db: Db, by: { id: string } | { email: string }) {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'fullName', 'staffRole'])
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('email', '=', by.email.trim().toLowerCase())))
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  // A separate statement sees what the previous lock holder wrote.
  const groups = await db
    .selectFrom('coordinatorGroups')
    .select('groupId')
    .where('userId', '=', row.id)
    .execute()
  const factors = await countRows(db.selectFrom('factors').where('userId', '=', row.id))
  const coordinates = groups.map(({ groupId }) => groupId)
  return { ...row, coordinates, factors }
}

type FactorData = { userId: string; name: string; now: Date }

export async function insertPasskey(db: Db, { userId, name, now }: FactorData, passkey: Omit<Passkey, 'id'>) {
  const { credentialId, counter, transports } = passkey
  const row = await db
    .insertInto('factors')
    .values({
      ...{ userId, kind: 'passkey', name, credentialId, counter, transports },
      ...{ publicKey: Buffer.from(passkey.publicKey), createdAt: now, lastUsedAt: now },
    })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertTotp(
  db: Db,
  { userId, name, now }: FactorData,
  { id, sealedSecret, step }: { id: string; sealedSecret: string; step: number },
): Promise<void> {
  const fields = { userId, name, createdAt: now, lastUsedAt: now }
  await db
    .insertInto('factors')
    .values({ id, ...fields, kind: 'totp', sealedSecret, lastStep: step })
    .execute()
}

/** Returns the name of the deleted factor, or null. */
export async function deleteFactor(db: Db, userId: string, id: string): Promise<string | null> {
  const row = await db
    .deleteFrom('factors')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name ?? null
}

/** Deletes all factors with recovery codes and links. Returns the number of factors. */
export async function deleteFactorsOf(db: Db, userId: string): Promise<number> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await db.deleteFrom('factorLinks').where('userId', '=', userId).execute()
  const { numDeletedRows } = await db.deleteFrom('factors').where('userId', '=', userId).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Marks the time step of a code as used. Returns false if this step or a later one was used before. */
export async function consumeStep(db: Db, id: string, step: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('factors')
    .set({ lastStep: step, lastUsedAt: now })
    .where('id', '=', id)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns false if another answer has advanced the counter. */
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

/** Replaces the recovery codes. Only their hashes are stored. */
export async function replaceRecoveryCodes(db: Db, userId: string, codes: readonly string[]): Promise<void> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  const rows = codes.map((code) => ({ userId, codeHash: tokenHash(plainCode(code)) }))
  await db.insertInto('recoveryCodes').values(rows).execute()
}

/** Deletes a recovery code. Returns false if it is unknown or was used. */
export async function consumeRecoveryCode(db: Db, userId: string, typed: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', tokenHash(plainCode(typed)))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

type ChallengeKey = { sessionId: string; purpose: 'prove' | 'enrol' }

/** Replaces the session's earlier challenge. */
export async function storeChallenge(db: Db, challenge: ChallengeKey & { challenge: string; now: Date }) {
  const { now, ...fields } = challenge
  const row = { ...fields, expiresAt: new Date(now.getTime() + CHALLENGE_MS) }
  await db
    .insertInto('factorChallenges')
    .values(row)
    .onConflict((conflict) => conflict.column('sessionId').doUpdateSet(row))
    .execute()
}

/** Returns the challenge once; null if missing or expired. */
export async function consumeChallenge(db: Db, { sessionId, purpose }: ChallengeKey, now: Date) {
  const row = await db
    .deleteFrom('factorChallenges')
    .where('sessionId', '=', sessionId)
    .where('purpose', '=', purpose)
    .returning(['challenge', 'expiresAt'])
    .executeTakeFirst()
  return row && row.expiresAt > now ? row.challenge : null
}

/** Stores the hash of a link's token, replacing an earlier link. */
export async function storeLink(db: Db, userId: string, token: string, now: Date): Promise<void> {
  const row = { userId, tokenHash: tokenHash(token), expiresAt: new Date(now.getTime() + LINK_MS) }
  await db
    .insertInto('factorLinks')
    .values(row)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
    .execute()
}

/** Deletes a link. Returns false if it is unknown, used or expired. */
export async function consumeLink(db: Db, userId: string, token: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('factorLinks')
    .where('userId', '=', userId)
    .where('tokenHash', '=', tokenHash(token))
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Records the proof and replaces the token, as a sign-in does. Returns false if the session has ended. */
export async function markSessionProven(
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

/** Locks the session and returns when it last proved a factor. Null if it never did, or has ended. */
export async function lockProof(db: Db, id: string, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ factorAt: Date | null }>`
    select factor_at from sessions where id = ${id}::uuid and user_id = ${userId}::uuid for update`.execute(
    db,
  )
  return rows[0]?.factorAt ?? null
}

/** Re-encrypts all secrets with the newest key and algorithm. */
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
