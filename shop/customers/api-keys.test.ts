import { expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import type { Ctx } from '#shop/ctx.ts'
import { KEY_PREFIX } from '#shop/customers/api-key.ts'
import { listKeys } from '#shop/customers/api-keys.read.ts'
import { checkApiKey, createApiKey, revokeApiKey } from '#shop/customers/api-keys.ts'
import { changeRoles } from '#shop/customers/change-account.ts'
import { resetFactors } from '#shop/factors/change-factors.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { deleteAccount } from '#shop/privacy/delete-account.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { readJobs } from '#tests/queued.ts'
import { rowsOf } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()
const owner = await makeUser(db, { staffRole: 'owner' })

/** Returns the context of a real shop, where staff need a second factor. */
function real(actor?: Person): Ctx {
  const base = ctx(actor && { ...actor, factorAt: NOW })
  return { ...base, config: { ...base.config, isDemo: false } }
}

async function giveFactor({ id: userId }: Person): Promise<void> {
  const factor = {
    userId,
    kind: 'totp' as const,
    name: 'App',
    sealedSecret: 'x',
    lastStep: 0,
    createdAt: NOW,
  }
  await db.insertInto('factors').values(factor).execute()
}

async function makeKey(
  person: Person,
  scopes: Parameters<typeof createApiKey>[1]['scopes'] = ['orders.view'],
) {
  const { key } = must(await createApiKey(real(person), { name: 'Courier', scopes, days: 30 }))
  const [stored] = await rowsOf(db, 'apiKeys', { userId: person.id })
  return { key, id: stored?.id ?? '' }
}

async function makeManager() {
  const manager = await makeUser(db, { staffRole: 'manager' })
  await giveFactor(manager)
  return manager
}

it('creates a key, records who created it, and stores the key’s text neither with it nor in the audit log', async () => {
  const manager = await makeManager()
  const { key, id } = await makeKey(manager)
  expect(key.startsWith(KEY_PREFIX)).toBe(true)
  const [stored] = await rowsOf(db, 'apiKeys', { id })
  expect(JSON.stringify(stored)).not.toContain(key.slice(KEY_PREFIX.length))
  const [entry] = await rowsOf(db, 'auditLog', { entityId: id })
  expect(entry).toMatchObject({
    action: 'create api key',
    actorId: manager.id,
    after: { name: 'Courier', scopes: ['orders.view'], expiresAt: '2026-12-21T09:00:00.000Z' },
  })
  expect(JSON.stringify(entry)).not.toContain(key.slice(KEY_PREFIX.length))
})

it('refuses to create a key without a fresh second factor, for a role without keys, and by an API key', async () => {
  const manager = await makeManager()
  const input = { name: 'Courier', scopes: ['orders.view' as const], days: 30 }
  const stale = real(manager)
  const actor = { ...manager, factorAt: new Date(NOW.getTime() - 11 * 60_000) }
  expect(await createApiKey({ ...stale, actor }, input)).toEqual(err('factor_stale'))
  const support = await makeUser(db, { staffRole: 'support' })
  expect(await createApiKey(real(support), input)).toEqual(err('not_allowed'))
  const byKey = {
    ...real(manager),
    actor: must(await checkApiKey(real(), (await makeKey(manager)).key)).owner,
  }
  expect(await createApiKey(byKey, input)).toEqual(err('not_allowed'))
})

it('has only its scopes, never counts as fresh, and works only while the role of its owner has the scopes', async () => {
  const manager = await makeManager()
  const { key } = await makeKey(manager, ['orders.view', 'coupons'])
  const { owner: actor } = must(await checkApiKey(real(), key))
  expect([may(actor, 'orders.view'), may(actor, 'coupons'), may(actor, 'orders.change')]).toEqual([
    true,
    true,
    false,
  ])
  expect(isFresh({ ...ctx(), actor })).toBe(false)
  expect(may({ ...actor, staffRole: 'support' }, 'coupons')).toBe(false)
})

it.each<[string, (manager: Person) => Promise<unknown>]>([
  [
    'its owner gets a role without keys',
    ({ id }) => changeRoles(real(owner), { userId: id, staffRole: 'packer' }),
  ],
  ['its owner leaves the staff', ({ id }) => changeRoles(real(owner), { userId: id, staffRole: null })],
  ['the factors of its owner are reset', ({ id }) => resetFactors(real(owner), id)],
  [
    'its owner has no factor any more',
    ({ id }) => db.deleteFrom('factors').where('userId', '=', id).execute(),
  ],
  [
    'its owner closes the account',
    (manager) => deleteAccount(real({ ...manager, staffRole: null }), { by: 'password' }),
  ],
  [
    'an owner revokes it',
    async ({ id }) => revokeApiKey(real(owner), (await listKeys(db, id, NOW))[0]?.id ?? ''),
  ],
])('is refused after %s', async (_, end) => {
  const manager = await makeManager()
  const { key } = await makeKey(manager)
  must(await checkApiKey(real(), key))
  await end(manager)
  expect(await checkApiKey(real(), key)).toEqual(err('key_invalid'))
})

it('is refused when it has expired, is altered or lacks its prefix', async () => {
  const { key } = await makeKey(await makeManager())
  const later = { ...real(), now: new Date(NOW.getTime() + 30 * DAY_MS) }
  expect(await checkApiKey(later, key)).toEqual(err('key_invalid'))
  for (const other of [`${key}x`, key.slice(KEY_PREFIX.length), ''])
    expect(await checkApiKey(real(), other)).toEqual(err('key_invalid'))
})

it('does not become valid again when its former owner gets a new role', async () => {
  const manager = await makeManager()
  const { key } = await makeKey(manager)
  must(await changeRoles(real(owner), { userId: manager.id, staffRole: null }))
  must(await changeRoles(real(owner), { userId: manager.id, staffRole: 'manager' }))
  expect(await checkApiKey(real(), key)).toEqual(err('key_invalid'))
})

it('stores its last use at most once a minute', async () => {
  const { key, id } = await makeKey(await makeManager())
  const usedAt = async (seconds: number) => {
    await checkApiKey({ ...real(), now: new Date(NOW.getTime() + seconds * 1000) }, key)
    return (await rowsOf(db, 'apiKeys', { id }))[0]?.lastUsedAt
  }
  expect(await usedAt(0)).toEqual(NOW)
  expect(await usedAt(59)).toEqual(NOW)
  expect(await usedAt(60)).toEqual(new Date(NOW.getTime() + 60_000))
})

it('can be revoked by an owner of the shop but not by another manager, is recorded, and emails the person who created it', async () => {
  const manager = await makeManager()
  const { id } = await makeKey(manager)
  expect(await revokeApiKey(real(await makeManager()), id)).toEqual(err('key_not_found'))
  must(await revokeApiKey(real(owner), id))
  const entries = await rowsOf(db, 'auditLog', { entityId: id })
  expect(entries.map(({ action }) => action)).toEqual(['create api key', 'revoke api key'])
  const mails = (await readJobs(db, 'factor-mail')).filter(({ recipientId }) => recipientId === manager.id)
  expect(mails.map(({ news }) => news)).toEqual(['key-created', 'key-revoked'])
})
