import { afterAll, describe, expect, it } from 'vitest'
import { makeUser, type UserFields } from '#db/factories/user.ts'
import { currentActor, senderOfCookies } from '#infra/accounts/current-actor.ts'
import { listDevices } from '#shop/customers/users.read.ts'
import { browser, findLink, ORIGIN, PASSWORD, readMailsTo, testAuth } from '#tests/accounts.ts'
import { testDatabase } from '#tests/database.ts'
import { CLIENT, followRedirects, startIdentityProvider } from '#tests/identity-provider.ts'
import { insertRow, insertRows, updateRows } from '#tests/rows.ts'

const testDb = await testDatabase()
const { db } = testDb
const google = await startIdentityProvider({
  redirectUris: [`${ORIGIN}/api/auth/callback/google`],
  claimsIn: 'id_token',
})
afterAll(() => google.stop())
const signIn = {
  google: { ...CLIENT, discoveryUrl: google.discoveryUrl, issuer: google.issuer },
  microsoft: null,
}
const auth = testAuth(testDb, { signIn })

type Client = ReturnType<typeof browser>
const cookiesOf = ({ jar }: Client) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

/** Returns actor and pending person of a browser. Checks that all functions that read its session agree. */
async function actorOf(client: Client, now = () => new Date()) {
  const deps = { auth, db, now }
  const headers = new Headers({ cookie: cookiesOf(client) })
  const { actor, pending, sessionId } = await currentActor(deps, headers)
  const read = await currentActor(deps, headers, { renew: false })
  const sender = await senderOfCookies(deps, cookiesOf(client))
  expect([read.actor.kind, sender.kind]).toEqual([actor.kind, actor.kind])
  expect(read.pending?.id).toBe(pending?.id)
  return { actor, pending, sessionId }
}

const owner = (fields: UserFields = {}) => makeUser(db, { staffRole: 'owner', password: PASSWORD, ...fields })

async function signInByPassword(email: string, password = PASSWORD): Promise<Client> {
  const client = browser(auth)
  expect((await client.call('sign-in/email', { email, password })).status).toBe(200)
  return client
}

async function expectWeak(client: Client, email: string): Promise<void> {
  expect(await actorOf(client)).toMatchObject({ actor: { kind: 'visitor' }, pending: { email } })
  expect((await client.call('get-session')).body).toBe('null')
}

describe('a staff session without a verified factor counts as a visitor’s', () => {
  it('after a sign-in by password', async () => {
    const { email } = await owner()
    await expectWeak(await signInByPassword(email), email)
  })

  it('after a password reset', async () => {
    const { email } = await owner()
    await browser(auth).call('request-password-reset', { email, redirectTo: `${ORIGIN}/auth/reset-password` })
    const [mail] = await readMailsTo(testDb, auth, email)
    const token = mail && findLink(mail).searchParams.get('token')
    const client = browser(auth)
    expect((await client.call('reset-password', { newPassword: 'Bajra-2027', token })).status).toBe(200)
    await expectWeak(await signInByPassword(email, 'Bajra-2027'), email)
  })

  it('after a sign-in with Google', async () => {
    const { email } = await owner()
    google.setPerson({ sub: 'the-owner', email, email_verified: true, name: 'Asha Rao' })
    const client = browser(auth)
    const body = { provider: 'google', callbackURL: '/auth/callback', errorCallbackURL: '/auth/callback' }
    const { location } = await client.call('sign-in/social', body)
    const back = await followRedirects(location ?? '', ORIGIN)
    await client.call(back.pathname + back.search)
    await expectWeak(client, email)
  })

  it('after the mailed link that verifies the address', async () => {
    const email = 'new-owner@example.test'
    const client = browser(auth)
    const account = { name: 'Meera', email, password: PASSWORD, callbackURL: '/auth/callback' }
    await client.call('sign-up/email', account)
    await db.updateTable('users').set({ staffRole: 'manager' }).where('email', '=', email).execute()
    const [mail] = await readMailsTo(testDb, auth, email)
    const token = mail && findLink(mail).searchParams.get('token')
    expect((await client.call('verify-email', { token })).status).toBe(200)
    await expectWeak(client, email)
  })

  it('if it began before the role was given', async () => {
    const { id, email } = await owner({ staffRole: null })
    const client = await signInByPassword(email)
    expect((await actorOf(client)).actor.kind).toBe('person')
    await db.updateTable('users').set({ staffRole: 'packer' }).where('id', '=', id).execute()
    await expectWeak(client, email)
  })

  it('if it began before the groups were given', async () => {
    const person = await owner({ staffRole: null })
    const client = await signInByPassword(person.email)
    const group = { name: 'Annapurna', place: 'Dharwad', createdAt: new Date() }
    const { id: groupId } = await insertRow(db, 'shgGroups', group)
    await db.insertInto('coordinatorGroups').values({ userId: person.id, groupId }).execute()
    await expectWeak(client, person.email)
  })
})

describe('a session that lacks its factor', () => {
  it('cannot change password or name through the account library, but can sign out', async () => {
    const { email } = await owner()
    const client = await signInByPassword(email)
    const passwords = { currentPassword: PASSWORD, newPassword: 'Bajra-2027' }
    for (const [path, body] of [
      ['change-password', passwords],
      ['update-user', { name: 'Mallory' }],
    ] as const)
      expect(await client.call(path, body)).toMatchObject({ status: 401, body: { code: 'FACTOR_NEEDED' } })
    await signInByPassword(email)
    expect((await client.call('sign-out', {})).status).toBe(200)
    expect(await actorOf(client)).toMatchObject({ pending: null, sessionId: null })
  })

  it('is not renewed', async () => {
    const { id, email } = await owner()
    const client = await signInByPassword(email)
    const expiresAt = new Date(Date.now() + 20 * 86_400_000)
    await db.updateTable('sessions').set({ expiresAt }).where('userId', '=', id).execute()
    await expectWeak(client, email)
    const session = db.selectFrom('sessions').select('expiresAt').where('userId', '=', id)
    expect((await session.executeTakeFirst())?.expiresAt).toEqual(expiresAt)
  })
})

describe('a session with a verified factor', () => {
  async function signInWithFactor() {
    const person = await owner()
    const client = await signInByPassword(person.email)
    const factorAt = new Date()
    await db.updateTable('sessions').set({ factorAt }).where('userId', '=', person.id).execute()
    return { person, client, factorAt }
  }
  const lastUse = async (userId: string) =>
    (await db.selectFrom('sessions').select('lastUsedAt').where('userId', '=', userId).executeTakeFirst())
      ?.lastUsedAt

  it('counts for the shop and the account library, also after a renewal', async () => {
    const { person, client, factorAt } = await signInWithFactor()
    expect((await actorOf(client)).actor).toEqual({ ...person, factorAt })
    expect((await client.call('get-session')).body).toMatchObject({ user: { email: person.email } })
    const expiresAt = new Date(Date.now() + 20 * 86_400_000)
    await db.updateTable('sessions').set({ expiresAt }).where('userId', '=', person.id).execute()
    expect((await actorOf(client)).actor).toEqual({ ...person, factorAt })
  })

  it('ends after 30 minutes without use, and records its use once a minute', async () => {
    const { person, client } = await signInWithFactor()
    const in29 = () => new Date(Date.now() + 29 * 60_000)
    expect((await actorOf(client, in29)).actor.kind).toBe('person')
    const noted = await lastUse(person.id)
    await actorOf(client, () => new Date(in29().getTime() + 30_000))
    expect(await lastUse(person.id)).toEqual(noted)
    const in58 = () => new Date(Date.now() + 58 * 60_000)
    expect((await actorOf(client, in58)).actor.kind).toBe('person')
    const in89 = () => new Date(Date.now() + 89 * 60_000)
    expect(await actorOf(client, in89)).toMatchObject({ actor: { kind: 'visitor' }, pending: null })
    // The row is deleted, so an earlier clock does not revive the session.
    expect(await actorOf(client)).toMatchObject({ sessionId: null })
  })

  it('ends after twelve hours, even if used', async () => {
    const { person, client } = await signInWithFactor()
    const createdAt = new Date(Date.now() - 12 * 3_600_000)
    await updateRows(db, 'sessions', { userId: person.id }, { createdAt, lastUsedAt: new Date() })
    expect(await actorOf(client)).toMatchObject({ actor: { kind: 'visitor' }, pending: null })
    expect((await client.call('get-session')).body).toBe('null')
  })
})

describe('customers and workers', () => {
  it('must sign in again after 180 days, in the shop and in the account library', async () => {
    const person = await makeUser(db, { password: PASSWORD, isWorker: true })
    const client = await signInByPassword(person.email)
    const setAge = (days: number) =>
      db
        .updateTable('sessions')
        .set({ createdAt: new Date(Date.now() - days * 86_400_000) })
        .where('userId', '=', person.id)
        .execute()
    await setAge(179)
    expect((await actorOf(client)).actor).toEqual(person)
    expect(await listDevices(db, person.id, new Date())).toHaveLength(1)
    await setAge(180)
    expect(await listDevices(db, person.id, new Date())).toEqual([])
    expect((await client.call('get-session')).body).toBe('null')
    expect(await actorOf(client)).toMatchObject({ actor: { kind: 'visitor' }, sessionId: null })
    await setAge(0)
    expect((await actorOf(client)).sessionId).toBeNull()
  })

  it('need no factor until they set one up', async () => {
    const person = await makeUser(db, { password: PASSWORD, isWorker: true })
    const client = await signInByPassword(person.email)
    const later = () => new Date(Date.now() + 24 * 3_600_000)
    expect((await actorOf(client, later)).actor).toEqual(person)
    const factor = { userId: person.id, name: 'App', sealedSecret: '', lastStep: 0, createdAt: new Date() }
    await insertRows(db, 'factors', { ...factor, kind: 'totp' })
    await expectWeak(client, person.email)
  })
})
