import type { Db } from '#shop/ctx.ts'
import { tokenHash } from '#shop/email-token.ts'
import type { Factor, FactorKind } from '#shop/factors/factor.ts'
import type { Passkey } from '#shop/factors/passkeys.ts'

/** A person's factors, the oldest first. */
export async function listFactors(db: Db, userId: string): Promise<Factor[]> {
  const rows = await db
    .selectFrom('factors')
    .select(['id', 'kind', 'name', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as FactorKind }))
}

/** How many recovery codes are left. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCodes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A person's passkeys with their public keys. */
export async function passkeysOf(db: Db, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('factors')
    .select(['id', 'credentialId', 'publicKey', 'counter', 'transports'])
    .where('userId', '=', userId)
    .where('kind', '=', 'passkey')
    .execute()
  return rows.map(({ id, credentialId, publicKey, counter, transports }) => ({
    id,
    credentialId: credentialId ?? '',
    publicKey: new Uint8Array(publicKey ?? []),
    counter: Number(counter),
    transports: transports ?? [],
  }))
}

/** The sealed secrets of a person's authenticator apps. */
export async function appsOf(db: Db, userId: string): Promise<{ id: string; sealedSecret: string }[]> {
  const rows = await db
    .selectFrom('factors')
    .select(['id', 'sealedSecret'])
    .where('userId', '=', userId)
    .where('kind', '=', 'totp')
    .execute()
  return rows.map(({ id, sealedSecret }) => ({ id, sealedSecret: sealedSecret ?? '' }))
}

/** True while a mailed link of this person can be used; asking does not use it up. */
export async function linkWorks(db: Db, userId: string, token: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('factorLinks')
    .select('userId')
    .where('userId', '=', userId)
    .where('tokenHash', '=', tokenHash(token))
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** The owners of the shop, who are told of recoveries. */
export async function listOwners(db: Db): Promise<{ id: string }[]> {
  return db
    .selectFrom('users')
    .select('id')
    .where('staffRole', '=', 'owner')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
}
