import { afterAll, describe, expect, it } from 'vitest'
import { makeUser, type UserFields } from '#db/factories/user.ts'
import { currentActor, senderOfCookies } from '#infra/accounts/current-actor.ts'
import { listDevices } from '#shop/customers/users.read.ts'
import { browser, linkIn, mailsTo, ORIGIN, PASSWORD, testAuth } from '#tests/accounts.ts'
import { testDatabase } from '#tests/database.ts'
import { CLIENT, startIdentityProvider, walkThrough } from '#tests/identity-provider.ts'
import { insertRow, insertRows, updateRows } from '#tests/rows.ts'

const ground = await testDatabase()
const { db } = ground
const google = await startIdentityProvider({
  redirectUris: [`${ORIGIN}/api/auth/callback/google`],
  claimsIn: 'id_token',
})
afterAll(() => google.stop())
const signIn = {
  google: { ...CLIENT, discoveryUrl: google.discoveryUrl, issuer: google.issuer },
  microsoft: null,
}
const auth = testAuth(ground, { signIn })

type Client = ReturnType<typeof browser>
const cookiesOf = ({ jar }: Client) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

/** The actor and the pending person of this browser, however they are asked for. */
async function whoIs(client: Client, now = () => new Date()) {
  const deps = { auth, db, now }
  const headers = new Headers({ cookie: cookiesOf(client) })
  const { actor, pending, sessionId } = await currentActor(deps, headers)
  const read = await currentActor(deps, headers, { renews: false })
  const sender = await senderOfCookies(deps, cookiesOf(client))
  expect([read.actor.kind, sender.kind]).toEqual([actor.kind, actor.kind])
  expect(read.pending?.id).toBe(pending?.id)
  return { actor, pending, sessionId }
}

const owner = (fields: UserFields = {}) => makeUser(db, { staffRole: 'owner', password: PASSWORD, ...fields })

async function byPassword(email: string, password = PASSWORD): Promise<Client> {
  const client = browser(auth)
  expect((await client.call('sign-in/email', { email, password })).status).toBe(200)
  return client
}

async function expectWeak(client: Client, email: string): Promise<void> {
  expect(await whoIs(client)).toMatchObject({ actor: { kind: 'visitor' }, pending: { email } })
  expect((await client.call('get-session')).body).toBe('null')
}

describe('a session of staff is a visitor’s until its factor is proven, begun', () => {
  it('by password', async () => {
    const { email } = await owner()
    await expectWeak(await byPassword(email), email)
  })

  it('by a password that was just reset', async () => {
    const { email } = await owner()
    await browser(auth).call('request-password-reset', { email, redirectTo: `${ORIGIN}/auth/reset-password` })
    const [mail] = await mailsTo(ground, auth, email)
    const token = mail && linkIn(mail).searchParams.get('token')
    const client = browser(auth)
    expect((await client.call('reset-password', { newPassword: 'Bajra-2027', token })).status).toBe(200)
    await expectWeak(await byPassword(email, 'Bajra-2027'), email)
  })

  it('by an account at Google', async () => {
    const { email } = await owner()
    google.be({ sub: 'the-owner', email, email_verified: true, name: 'Asha Rao' })
    const client = browser(auth)
    const body = { provider: 'google', callbackURL: '/auth/callback', errorCallbackURL: '/auth/callback' }
    const { location } = await client.call('sign-in/social', body)
    const back = await walkThrough(location ?? '', ORIGIN)
    await client.call(back.pathname + back.search)
    await expectWeak(client, email)
  })

  it('by the mailed link that verifies the address', async () => {
    const email = 'new-owner@example.test'
    const client = browser(auth)
    const account = { name: 'Meera', email, password: PASSWORD, callbackURL: '/auth/callback' }
    await client.call('sign-up/email', account)
    await db.updateTable('users').set({ staffRole: 'manager' }).where('email', '=', email).execute()
    const [mail] = await mailsTo(ground, auth, email)
    const token = mail && linkIn(mail).searchParams.get('token')
    expect((await client.call('verify-email', { token })).status).toBe(200)
    await expectWeak(client, email)
  })

  it('before the role was given', async () => {
    const { id, email } = await owner({ staffRole: null })
    const client = await byPassword(email)
    expect((await whoIs(client)).actor.kind).toBe('person')
    await db.updateTable('users').set({ staffRole: 'packer' }).where('id', '=', id).execute()
    await expectWeak(client, email)
  })

  it('before the groups were given', async () => {
    const person = await owner({ staffRole: null })
    const client = await byPassword(person.email)
    const group = { name: 'Annapurna', place: 'Dharwad', createdAt: new Date() }
    const { id: groupId } = await insertRow(db, 'shgGroups', group)
    await db.insertInto('coordinatorGroups').values({ userId: person.id, groupId }).execute()
    await expectWeak(client, person.email)
  })
})

describe('a session that lacks its factor', () => {
  it('changes neither password nor name by the account library, and can sign out', async () => {
    const { email } = await owner()
    const client = await byPassword(email)
    const passwords = { currentPassword: PASSWORD, newPassword: 'Bajra-2027' }
    for (const [path, body] of [
      ['change-password', passwords],
      ['update-user', { name: 'Mallory' }],
    ] as const)
      expect(await client.call(path, body)).toMatchObject({ status: 401, body: { code: 'FACTOR_NEEDED' } })
    await byPassword(email)
    expect((await client.call('sign-out', {})).status).toBe(200)
    expect(await whoIs(client)).toMatchObject({ pending: null, sessionId: null })
  })

  it('is not renewed', async () => {
    const { id, email } = await owner()
    const client = await byPassword(email)
    const expiresAt = new Date(Date.now() + 20 * 86_400_000)
    await db.updateTable('sessions').set({ expiresAt }).where('userId', '=', id).execute()
    await expectWeak(client, email)
    const session = db.selectFrom('sessions').select('expiresAt').where('userId', '=', id)
    expect((await session.executeTakeFirst())?.expiresAt).toEqual(expiresAt)
  })
})

describe('a session whose factor is proven', () => {
  async function proven() {
    const person = await owner()
    const client = await byPassword(person.email)
    const factorAt = new Date()
    await db.updateTable('sessions').set({ factorAt }).where('userId', '=', person.id).execute()
    return { person, client, factorAt }
  }
  const lastUse = async (userId: string) =>
    (await db.selectFrom('sessions').select('lastUsedAt').where('userId', '=', userId).executeTakeFirst())
      ?.lastUsedAt

  it('counts, also for the account library, and after it was renewed', async () => {
    const { person, client, factorAt } = await proven()
    expect((await whoIs(client)).actor).toEqual({ ...person, factorAt })
    expect((await client.call('get-session')).body).toMatchObject({ user: { email: person.email } })
    const expiresAt = new Date(Date.now() + 20 * 86_400_000)
    await db.updateTable('sessions').set({ expiresAt }).where('userId', '=', person.id).execute()
    expect((await whoIs(client)).actor).toEqual({ ...person, factorAt })
  })

  it('ends after 30 minutes without use; its use is noted once a minute', async () => {
    const { person, client } = await proven()
    const in29 = () => new Date(Date.now() + 29 * 60_000)
    expect((await whoIs(client, in29)).actor.kind).toBe('person')
    const noted = await lastUse(person.id)
    await whoIs(client, () => new Date(in29().getTime() + 30_000))
    expect(await lastUse(person.id)).toEqual(noted)
    const in58 = () => new Date(Date.now() + 58 * 60_000)
    expect((await whoIs(client, in58)).actor.kind).toBe('person')
    const in89 = () => new Date(Date.now() + 89 * 60_000)
    expect(await whoIs(client, in89)).toMatchObject({ actor: { kind: 'visitor' }, pending: null })
    // It is gone, whatever the clock says later.
    expect(await whoIs(client)).toMatchObject({ sessionId: null })
  })

  it('ends after twelve hours of use', async () => {
    const { person, client } = await proven()
    const createdAt = new Date(Date.now() - 12 * 3_600_000)
    await updateRows(db, 'sessions', { userId: person.id }, { createdAt, lastUsedAt: new Date() })
    expect(await whoIs(client)).toMatchObject({ actor: { kind: 'visitor' }, pending: null })
    expect((await client.call('get-session')).body).toBe('null')
  })
})

describe('customers and workers', () => {
  it('sign in again 180 days after they did, though the session was used, and for the account library, too', async () => {
    const person = await makeUser(db, { password: PASSWORD, isWorker: true })
    const client = await byPassword(person.email)
    const begunAgo = (days: number) =>
      db
        .updateTable('sessions')
        .set({ createdAt: new Date(Date.now() - days * 86_400_000) })
        .where('userId', '=', person.id)
        .execute()
    await begunAgo(179)
    expect((await whoIs(client)).actor).toEqual(person)
    expect(await listDevices(db, person.id, new Date())).toHaveLength(1)
    await begunAgo(180)
    expect(await listDevices(db, person.id, new Date())).toEqual([])
    expect((await client.call('get-session')).body).toBe('null')
    expect(await whoIs(client)).toMatchObject({ actor: { kind: 'visitor' }, sessionId: null })
    await begunAgo(0)
    expect((await whoIs(client)).sessionId).toBeNull()
  })

  it('are asked for nothing until they set up a factor, and stay signed in as long as before', async () => {
    const person = await makeUser(db, { password: PASSWORD, isWorker: true })
    const client = await byPassword(person.email)
    const later = () => new Date(Date.now() + 24 * 3_600_000)
    expect((await whoIs(client, later)).actor).toEqual(person)
    const factor = { userId: person.id, name: 'App', sealedSecret: '', lastStep: 0, createdAt: new Date() }
    await insertRows(db, 'factors', { ...factor, kind: 'totp' })
    await expectWeak(client, person.email)
  })
})
