import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db, KeyNews } from '#shop/ctx.ts'
import { type ApiKeyInput, KEY_PREFIX, MAX_KEYS, type UsedKey } from '#shop/customers/api-key.ts'
import { findKey, listKeys } from '#shop/customers/api-keys.read.ts'
import { deleteKey, insertKey, updateLastUse } from '#shop/customers/api-keys.sql.ts'
import { lockOwnRoles } from '#shop/customers/users.sql.ts'
import { newToken, tokenHash } from '#shop/email-token.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may, roleMay } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh, mustHaveFactor } from '#shop/kernel/strength.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Creates an API key for the actor, with scopes that the actor's role has. Returns the key, which is not stored. */
export async function createApiKey(ctx: Ctx, { name, scopes, days }: ApiKeyInput) {
  const { actor, now } = ctx
  if (!may(actor, 'api-keys')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  if (!scopes.every((scope) => may(actor, scope))) return err('not_allowed')
  const key = KEY_PREFIX + newToken()
  return inTransaction(ctx, async (db) => {
    // Waits for a concurrent removal of the role, which deletes the person's keys.
    if (!(await lockOwnRoles(db, actor.id))?.staffRole) return err('not_allowed')
    if ((await listKeys(db, actor.id, now)).length >= MAX_KEYS) return err('too_many_keys')
    const content = { name, scopes: [...new Set(scopes)], expiresAt: new Date(now.getTime() + days * DAY_MS) }
    const owned = { ...content, userId: actor.id, tokenHash: tokenHash(key), createdAt: now }
    const id = await insertKey(db, owned)
    await recordAction(db, ctx, 'create api key', 'api-key', id, null, content)
    await mailOwner(ctx, db, 'key-created', actor.id)
    return ok({ key })
  })
}

/** Deletes a key of the actor; owners may delete anybody's. Other staff get `key_not_found` for another's key. */
export async function revokeApiKey(ctx: Ctx, id: string) {
  const { actor } = ctx
  if (!may(actor, 'api-keys')) return err('not_allowed')
  if (!isUuid(id)) return err('key_not_found')
  const actorId = actor.id
  const ownerId = may(actor, 'roles') ? null : actorId
  return inTransaction(ctx, async (db) => {
    const deleted = await deleteKey(db, id, ownerId)
    if (!deleted) return err('key_not_found')
    const { userId, ...content } = deleted
    await recordAction(db, ctx, 'revoke api key', 'api-key', id, content, null)
    await mailOwner(ctx, db, 'key-revoked', userId)
    return ok(null)
  })
}

async function mailOwner({ jobs }: Ctx, db: Db, news: KeyNews, userId: string): Promise<void> {
  await jobs.send(db, { queue: 'factor-mail', data: { news, userId, recipientId: userId } })
}

/**
 * Returns the person for whom a key acts. The person's role counts at the time of use, and the person must still have
 * a second factor where one is required.
 */
export async function checkApiKey({ db, now, config }: Pick<Ctx, 'db' | 'now' | 'config'>, key: string) {
  if (!key.startsWith(KEY_PREFIX)) return err('key_invalid')
  const found = await findKey(db, tokenHash(key), now)
  if (!found?.staffRole || !roleMay(found.staffRole, 'api-keys')) return err('key_invalid')
  const { id, name, scopes, userId, email, fullName, staffRole, hasFactor } = found
  const rights = { staffRole, isWorker: false, coordinates: [] }
  if (!hasFactor && mustHaveFactor(rights, config.isDemo)) return err('key_invalid')
  await updateLastUse(db, found, now)
  const owner = { kind: 'person', id: userId, email, fullName, ...rights, factorAt: null, scopes } as const
  const used: UsedKey = { id, name, owner }
  return ok(used)
}
