import type { Db } from '#shop/ctx.ts'
import { tokenHash } from '#shop/email-token.ts'
import type { Factor } from '#shop/factors/factor.ts'
import type { Passkey } from '#shop/factors/passkeys.ts'
import { countRows } from '#shop/lists.read.ts'

export async function listFactors(db: Db, userId: string): Promise<Factor[]> {
  return db
    .selectFrom('factors')
    .select(['id', 'kind', 'name', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return countRows(db.selectFrom('recoveryCodes').where('userId', '=', userId))
}

/** Lists a person's passkeys with their public keys. */
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

export async function appsOf(db: Db, userId: string): Promise<{ id: string; sealedSecret: string }[]> {
  const rows = await db
    .selectFrom('factors')
    .select(['id', 'sealedSecret'])
    .where('userId', '=', userId)
    .where('kind', '=', 'totp')
    .execute()
  return rows.map(({ id, sealedSecret }) => ({ id, sealedSecret: sealedSecret ?? '' }))
}

/** True if `token` is valid: the link of an email to set up a second factor. Does not consume it. */
export async function isFactorLinkValid(db: Db, userId: string, token: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('factorLinks')
    .select('userId')
    .where('userId', '=', userId)
    .where('tokenHash', '=', tokenHash(token))
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row !== undefined
}
