import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { describeMissingKeys } from '#infra/config/sign-in-settings.ts'
import { emailBudget, MAX_PER_DAY } from '#infra/email/email-budget.ts'
import { collectNotes } from '#infra/logging/security-events.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { browser, findLink, ORIGIN, PASSWORD, readMailsTo, testAuth } from '#tests/accounts.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'
import {
  CLIENT,
  followRedirects,
  type ProviderAccount,
  startIdentityProvider,
} from '#tests/identity-provider.ts'

const testDb = await testDatabase({ budget: emailBudget({ secret: SECRET, now: () => NOW }) })
const { db } = testDb

const redirectUri = (id: string) => `${ORIGIN}/api/auth/callback/${id}`
const google = await startIdentityProvider({ redirectUris: [redirectUri('google')], claimsIn: 'id_token' })
const microsoft = await startIdentityProvider({
  redirectUris: [redirectUri('microsoft')],
  claimsIn: 'userinfo',
})
const providers = { google, microsoft }
type Id = keyof typeof providers
afterAll(async () => void (await Promise.all([google.stop(), microsoft.stop()])))

/** The shop's settings for this provider. */
function settingsOf({ discoveryUrl, issuer }: { discoveryUrl: string; issuer: string }) {
  return { ...CLIENT, discoveryUrl, issuer }
}

const errors: string[] = []
const onError = (message: string, error: unknown) => errors.push(`${message}: ${(error as Error)?.message}`)
const signIn = {
  google: settingsOf(google),
  microsoft: settingsOf(microsoft),
}
const faults: string[] = []
const auth = testAuth(testDb, { signIn, onError, onFaultyRequest: (message) => faults.push(message) })

const BACK = '/auth/callback?returnTo=%2Fcheckout'
const FAILED = '/auth/callback?provider=google&doing=sign+in'

let serial = 0
function providerAccount(fields: Partial<ProviderAccount> = {}): ProviderAccount & { email: string } {
  serial += 1
  return {
    sub: `sub-${serial}`,
    email: `oidc-${serial}@example.test`,
    email_verified: true,
    name: 'Asha Rao',
    ...fields,
  }
}

type Client = ReturnType<typeof browser>

/** Signs in at the provider and returns the callback URL, before the browser opens it. */
async function callbackUrl(client: Client, profile: ProviderAccount | null, id: Id = 'google'): Promise<URL> {
  providers[id].setPerson(profile)
  const body = { provider: id, callbackURL: BACK, errorCallbackURL: FAILED }
  const { status, location } = await client.call('sign-in/social', body)
  expect(status).toBe(200)
  return followRedirects(location ?? '', ORIGIN)
}

const openUrl = (client: Client, url: URL) => client.call(url.pathname + url.search)

async function signInWith(
  profile: ProviderAccount | null,
  { client = browser(auth), id = 'google' as Id } = {},
) {
  const { location } = await openUrl(client, await callbackUrl(client, profile, id))
  return { location, user: (await userOf(client)) as Record<string, unknown> | null, client }
}

async function userOf(client: Client) {
  const { body } = await client.call('get-session')
  return body === 'null' ? null : (body as { user: Record<string, unknown> }).user
}

const accountsOf = async (email: string) =>
  db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.userId')
    .select(['providerId', 'accountId', 'accessToken', 'refreshToken', 'idToken'])
    .where('email', '=', email)
    .orderBy('providerId')
    .execute()

describe.each(['google', 'microsoft'] as const)('signing in with %s', (id) => {
  it('creates an account, redirects on, and finds the account again', async () => {
    const profile = providerAccount()
    const first = await signInWith(profile, { id })
    expect(first.location).toBe(BACK)
    expect(first.user).toMatchObject({ email: profile.email, emailVerified: true, name: 'Asha Rao' })
    const again = await signInWith({ ...profile, name: 'Renamed', email: 'moved@example.test' }, { id })
    expect(again.user).toMatchObject({ id: first.user?.id, email: profile.email, name: 'Asha Rao' })
    expect(await accountsOf(profile.email)).toEqual([
      { providerId: id, accountId: profile.sub, accessToken: null, refreshToken: null, idToken: null },
    ])
  })

  it('is logged as a security event, also when the provider refuses', async () => {
    const way = id === 'google' ? 'google' : 'outlook'
    const client = browser(auth)
    const url = await callbackUrl(client, providerAccount(), id)
    const { events } = await collectNotes(() => openUrl(client, url))
    const { user } = (await client.call('get-session')).body as { user: { id: string } }
    expect(events).toEqual([{ event: 'authn_login_success', way, userId: user.id }])
    const stranger = browser(auth)
    const refused = await callbackUrl(stranger, null, id)
    const after = await collectNotes(() => openUrl(stranger, refused))
    expect(after.events).toEqual([{ event: 'authn_login_fail', way, userId: null }])
  })

  it('is in the audit log for staff, and sets the device cookie', async () => {
    const profile = providerAccount()
    const { user, client } = await signInWith(profile, { id })
    const userId = `${user?.id}`
    expect(await listChanges(db, { actorId: userId, limit: 9 })).toEqual([])
    await db.updateTable('users').set({ staffRole: 'owner' }).where('id', '=', userId).execute()
    await signInWith(profile, { id })
    await signInWith(profile, { id, client })
    expect(await listChanges(db, { actorId: userId, limit: 9 })).toMatchObject([
      { action: 'sign in', after: { by: id, newDevice: false } },
      { action: 'sign in', after: { by: id, newDevice: true } },
    ])
  })

  it.each([
    ['a'.repeat(300), 'a'.repeat(100)],
    ['K', null],
    ['Asha\u0007Rao', null],
    [undefined, null],
  ])('gives the account a name that the profile form accepts: %j', async (said, expected) => {
    const { name: _, ...profile } = providerAccount()
    const { user } = await signInWith({ ...profile, ...(said !== undefined && { name: said }) }, { id })
    expect(user?.name).toBe(expected ?? profile.email.split('@')[0])
  })

  it('redirects back with an error when the person refuses', async () => {
    const { location, user } = await signInWith(null, { id })
    expect(location).toBe(`${FAILED}&error=access_denied&error_description=refused`)
    expect(user).toBeNull()
  })

  it('needs an email address', async () => {
    const { location, user } = await signInWith({ sub: `no-mail-${id}`, name: 'Asha' }, { id })
    expect(location).toBe(`${FAILED}&error=email_not_found`)
    expect(user).toBeNull()
  })

  it('refuses an unverified address until its verification link was opened', async () => {
    const profile = providerAccount({ email_verified: false })
    const owner = browser(auth)
    const { location, user } = await signInWith(profile, { id, client: owner })
    expect([location, user]).toEqual([`${FAILED}&error=email_not_verified`, null])
    const [mail] = await readMailsTo(testDb, auth, profile.email)
    if (!mail) throw new Error('no mail')
    await owner.call('verify-email', { token: findLink(mail).searchParams.get('token') })
    expect(await userOf(owner)).toMatchObject({ email: profile.email, emailVerified: true })
    expect((await signInWith(profile, { id })).user).toMatchObject({ email: profile.email })
  })

  it('refuses an unverified address that its owner has meanwhile verified in another browser', async () => {
    const profile = providerAccount({ email_verified: false })
    await signInWith(profile, { id })
    const [mail] = await readMailsTo(testDb, auth, profile.email)
    const token = mail && findLink(mail).searchParams.get('token')
    const owner = browser(auth)
    expect((await owner.call('verify-email', { token })).status).toBe(409)
    await owner.call('verify-email', { token, name: 'Asha Rao', password: PASSWORD })
    expect(await userOf(owner)).toMatchObject({ email: profile.email, emailVerified: true })
    expect((await signInWith(profile, { id })).user).toBeNull()
    expect(await accountsOf(profile.email)).toMatchObject([{ providerId: 'credential' }])
  })
})

describe('an email address from Outlook', () => {
  const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad'

  it.each([
    ['a personal account', { tid: PERSONAL }, true],
    ['a tenant that owns the domain', { tid: 'a-tenant', xms_edov: true }, true],
    ['a tenant without a claim', { tid: 'a-tenant' }, false],
    ['a tenant that does not own the domain', { tid: 'a-tenant', xms_edov: false }, false],
  ])('of %s, with %j, counts as verified: %s', async (_, claims, isBelieved) => {
    const { email_verified: _said, ...profile } = providerAccount(claims)
    const { user } = await signInWith(profile, { id: 'microsoft' })
    expect(user !== null).toBe(isBelieved)
  })

  it('is verified by claims that do not count for Google', async () => {
    const { email_verified: _said, ...profile } = providerAccount({ tid: PERSONAL, xms_edov: true })
    expect((await signInWith(profile)).user).toBeNull()
  })
})

describe('Outlook for accounts of any tenant', () => {
  const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad'
  const FIRM = '5c1f3f7e-0c2b-4f3a-9d51-0a4f6a1b2c3d'
  const OTHER = '77777777-0c2b-4f3a-9d51-0a4f6a1b2c3d'
  const multiTenant = startIdentityProvider({
    redirectUris: [redirectUri('microsoft')],
    claimsIn: 'id_token',
    isForManyTenants: true,
  })
  afterAll(async () => (await multiTenant).stop())

  async function signInByTenant(profile: ProviderAccount) {
    const provider = await multiTenant
    provider.setPerson(profile)
    const keys = { google: null, microsoft: settingsOf(provider) }
    const client = browser(testAuth(testDb, { signIn: keys, onError }))
    const body = { provider: 'microsoft', callbackURL: BACK, errorCallbackURL: FAILED }
    const response = await client.call('sign-in/social', body)
    expect(response.location).toContain(`${provider.origin}/common/v2.0/auth?`)
    const { location } = await openUrl(client, await followRedirects(response.location ?? '', ORIGIN))
    return { location, user: (await userOf(client)) as Record<string, unknown> | null }
  }

  it('signs in personal accounts and finds them again', async () => {
    const { email_verified: _said, ...profile } = providerAccount({ tid: PERSONAL })
    const first = await signInByTenant(profile)
    expect([first.location, first.user]).toMatchObject([BACK, { email: profile.email }])
    expect((await signInByTenant(profile)).user).toMatchObject({ id: first.user?.id })
    expect(await accountsOf(profile.email)).toMatchObject([{ accountId: profile.sub }])
  })

  it('signs in company accounts with a verified address, identified by tenant and subject', async () => {
    const profile = providerAccount({ tid: FIRM, xms_edov: true })
    expect((await signInByTenant(profile)).user).toMatchObject({ email: profile.email })
    expect(await accountsOf(profile.email)).toMatchObject([{ accountId: `${FIRM}/${profile.sub}` }])
    // The same subject in another tenant is another person.
    const other = providerAccount({ sub: profile.sub, tid: OTHER, xms_edov: true })
    expect((await signInByTenant(other)).user).toMatchObject({ email: other.email })
  })

  it('ignores a tenant’s own claim that an address is verified', async () => {
    const { email } = await makeUser(db, { password: PASSWORD })
    const { location, user } = await signInByTenant(
      providerAccount({ email, tid: FIRM, email_verified: true }),
    )
    expect([location, user]).toEqual([`${FAILED}&error=email_not_verified`, null])
    expect(await accountsOf(email)).toMatchObject([{ providerId: 'credential' }])
  })

  it.each([
    ['another tenant than it names', { tid: PERSONAL, signedBy: OTHER }],
    ['a tenant that it does not name', { signedBy: OTHER }],
    ['an invalid tenant', { tid: 'anything/else' }],
  ])('refuses a token from %s', async (_, claims) => {
    const { location, user } = await signInByTenant(providerAccount({ ...claims, xms_edov: true }))
    expect([location, user]).toEqual([`${FAILED}&error=unable_to_get_user_info`, null])
  })
})

describe('an address that has a password account', () => {
  it('is linked when both sides have verified it', async () => {
    const { email, id } = await makeUser(db, { password: PASSWORD })
    expect((await signInWith(providerAccount({ email }))).user).toMatchObject({ id, email })
    expect((await signInWith(providerAccount({ email }), { id: 'microsoft' })).user).toMatchObject({
      id,
      email,
    })
    expect((await accountsOf(email)).map(({ providerId }) => providerId)).toEqual([
      'credential',
      'google',
      'microsoft',
    ])
  })

  it.each([
    ['by the shop', { emailVerified: false }, {}, 'Finish creating your account at Testmill'],
    [
      'by the provider',
      { emailVerified: true },
      { email_verified: false },
      'You already have an account at Testmill',
    ],
    [
      'by both',
      { emailVerified: false },
      { email_verified: false },
      'Finish creating your account at Testmill',
    ],
  ])(
    'is not linked while it is not verified %s, and its owner gets an email',
    async (_, local, there, subject) => {
      const { email } = await makeUser(db, { password: PASSWORD, ...local })
      const { location, user } = await signInWith(providerAccount({ email, ...there }))
      // A new address gets the same response, so the response reveals no account.
      expect([location, user]).toEqual([`${FAILED}&error=email_not_verified`, null])
      expect((await accountsOf(email)).map(({ providerId }) => providerId)).toEqual(['credential'])
      expect((await readMailsTo(testDb, auth, email)).map((mail) => mail.subject)).toEqual([subject])
    },
  )

  it('is not linked by repeated attempts, and its owner gets three emails a day', async () => {
    const { email } = await makeUser(db, { password: PASSWORD })
    const fresh = providerAccount({ email_verified: false })
    for (const profile of [providerAccount({ email, email_verified: false }), fresh])
      for (let attempt = 0; attempt <= MAX_PER_DAY; attempt++)
        expect(
          (await signInWith(profile, { client: browser(auth, `198.51.100.${attempt}`) })).user,
        ).toBeNull()
    expect(await readMailsTo(testDb, auth, email)).toHaveLength(MAX_PER_DAY)
    expect(await readMailsTo(testDb, auth, fresh.email)).toHaveLength(MAX_PER_DAY)
  })

  it('is linked once when two sign-ins end at the same moment', async () => {
    const { email } = await makeUser(db, { password: PASSWORD })
    const profile = providerAccount({ email })
    await Promise.all([signInWith(profile), signInWith(profile)])
    expect(await accountsOf(email)).toHaveLength(2)
  })
})

describe('a provider’s callback', () => {
  it('is accepted once', async () => {
    const client = browser(auth)
    const url = await callbackUrl(client, providerAccount())
    await openUrl(client, url)
    client.jar.clear()
    expect((await openUrl(client, url)).location).toBe(`${ORIGIN}/auth/callback?error=state_mismatch`)
    expect(await userOf(client)).toBeNull()
  })

  it('is accepted only in the browser that started the sign-in', async () => {
    const url = await callbackUrl(browser(auth), providerAccount())
    const victim = browser(auth)
    expect((await openUrl(victim, url)).location).toBe(`${FAILED}&error=state_mismatch`)
    expect(await userOf(victim)).toBeNull()
  })

  it.each(['', 'made-up'])('is refused with the state %j', async (state) => {
    const client = browser(auth)
    const url = await callbackUrl(client, providerAccount())
    if (state) url.searchParams.set('state', state)
    else url.searchParams.delete('state')
    expect((await openUrl(client, url)).location).toMatch(
      /^http:\/\/shop\.test\/auth\/callback\?error=state_/,
    )
    expect(await userOf(client)).toBeNull()
  })

  it('is refused with the code of another sign-in, which has another verifier and nonce', async () => {
    const client = browser(auth)
    const stolen = (await callbackUrl(browser(auth), providerAccount())).searchParams.get('code') ?? ''
    const url = await callbackUrl(client, providerAccount())
    url.searchParams.set('code', stolen)
    expect((await openUrl(client, url)).location).toBe(`${FAILED}&error=invalid_code`)
    expect(await userOf(client)).toBeNull()
  })

  it('is refused with an id token for another nonce', async () => {
    const client = browser(auth)
    const url = await callbackUrl(client, providerAccount())
    const state = url.searchParams.get('state') ?? ''
    const rows = await db.selectFrom('verifications').select(['id', 'value']).execute()
    const row = rows.find(({ value }) => value.includes(state))
    const value = JSON.stringify({ ...JSON.parse(row?.value ?? '{}'), idTokenNonce: 'another' })
    await db
      .updateTable('verifications')
      .set({ value })
      .where('id', '=', row?.id ?? '')
      .execute()
    expect((await openUrl(client, url)).location).toBe(`${FAILED}&error=unable_to_get_user_info`)
    expect(await userOf(client)).toBeNull()
  })

  it('is refused after ten minutes', async () => {
    const client = browser(auth)
    const url = await callbackUrl(client, providerAccount())
    const state = url.searchParams.get('state') ?? ''
    const rows = await db.selectFrom('verifications').select(['id', 'value']).execute()
    const row = rows.find(({ value }) => value.includes(state))
    const value = JSON.stringify({ ...JSON.parse(row?.value ?? '{}'), expiresAt: Date.now() - 1 })
    await db
      .updateTable('verifications')
      .set({ value })
      .where('id', '=', row?.id ?? '')
      .execute()
    expect((await openUrl(client, url)).location).toBe(`${FAILED}&error=state_mismatch`)
    expect(await userOf(client)).toBeNull()
  })
})

describe('a sign-in request to a provider', () => {
  it('has state, nonce and PKCE, and asks for email and profile', async () => {
    const { location } = await browser(auth).call('sign-in/social', { provider: 'google', callbackURL: BACK })
    const url = new URL(location ?? '')
    expect(url.origin).toBe(google.origin)
    const { state, nonce, code_challenge, ...parameters } = Object.fromEntries(url.searchParams)
    for (const secret of [state, nonce, code_challenge]) expect(secret?.length).toBeGreaterThanOrEqual(32)
    expect(parameters).toMatchObject({
      client_id: CLIENT.clientId,
      redirect_uri: redirectUri('google'),
      response_type: 'code',
      code_challenge_method: 'S256',
    })
    expect(parameters.scope?.split(' ').toSorted()).toEqual(['email', 'openid', 'profile'])
  })

  it('ends the browser’s earlier session', async () => {
    const { email, id } = await makeUser(db, { password: PASSWORD })
    const client = browser(auth)
    await client.call('sign-in/email', { email, password: PASSWORD })
    await signInWith(providerAccount(), { client })
    expect(await db.selectFrom('sessions').select('id').where('userId', '=', id).execute()).toEqual([])
  })

  it('is refused with an id token from the client', async () => {
    const body = { provider: 'google', idToken: { token: 'a.b.c' } }
    expect((await browser(auth).call('sign-in/social', body)).status).toBe(400)
  })
})

describe('a provider', () => {
  it('without keys is reported at startup, with the names of its settings, and not at each sign-in', async () => {
    const bare = testAuth(testDb, { onError })
    errors.length = 0
    for (const provider of ['google', 'microsoft']) {
      const { status, body } = await browser(bare).call('sign-in/social', { provider, callbackURL: BACK })
      expect([status, body]).toMatchObject([503, { code: 'PROVIDER_UNAVAILABLE' }])
    }
    expect(errors).toEqual([])
    expect(describeMissingKeys({ ...signIn, google: null })).toEqual([
      expect.stringContaining('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are not set'),
    ])
  })

  it('that is down is logged, does not affect others, and works again when it is back', async () => {
    const provider = await startIdentityProvider({
      redirectUris: [redirectUri('google')],
      claimsIn: 'id_token',
    })
    await provider.stop()
    const { port } = provider
    const late = testAuth(testDb, { signIn: { ...signIn, google: settingsOf(provider) }, onError })
    const startSignIn = (id: Id) => browser(late).call('sign-in/social', { provider: id, callbackURL: BACK })
    errors.length = 0
    for (let attempt = 0; attempt < 2; attempt++) expect((await startSignIn('google')).status).toBe(503)
    expect(errors.filter((line) => line.includes('Cannot discover google'))).toHaveLength(2)
    expect((await startSignIn('microsoft')).status).toBe(200)
    const back = await startIdentityProvider({
      redirectUris: [redirectUri('google')],
      claimsIn: 'id_token',
      port,
    })
    back.setPerson(providerAccount())
    const client = browser(late)
    const { location } = await client.call('sign-in/social', { provider: 'google', callbackURL: BACK })
    await openUrl(client, await followRedirects(location ?? '', ORIGIN))
    expect(await userOf(client)).toMatchObject({ name: 'Asha Rao' })
    await back.stop()
  })

  it('that goes down between sign-in and callback redirects back with an error', async () => {
    const provider = await startIdentityProvider({
      redirectUris: [redirectUri('google')],
      claimsIn: 'id_token',
    })
    const shaky = testAuth(testDb, { signIn: { ...signIn, google: settingsOf(provider) }, onError })
    const client = browser(shaky)
    provider.setPerson(providerAccount())
    const body = { provider: 'google', callbackURL: BACK, errorCallbackURL: FAILED }
    const { location } = await client.call('sign-in/social', body)
    const url = await followRedirects(location ?? '', ORIGIN)
    await provider.stop()
    expect((await openUrl(client, url)).location).toBe(`${FAILED}&error=invalid_code`)
    expect(await userOf(client)).toBeNull()
  })

  it('that names another issuer or redirects is refused', async () => {
    const startSignIn = (settings: Partial<ReturnType<typeof settingsOf>>) => {
      const changed = { ...settingsOf(google), ...settings }
      const other = testAuth(testDb, { signIn: { ...signIn, google: changed }, onError })
      return browser(other).call('sign-in/social', { provider: 'google', callbackURL: BACK })
    }
    const elsewhere = createServer((_, response) =>
      response.writeHead(302, { location: google.discoveryUrl }).end(),
    ).listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    const { port } = elsewhere.address() as { port: number }
    expect((await startSignIn({})).status).toBe(200)
    for (const issuer of ['https://accounts.google.com', `${google.issuer}/`])
      expect((await startSignIn({ issuer })).status).toBe(503)
    expect((await startSignIn({ discoveryUrl: `http://127.0.0.1:${port}/` })).status).toBe(503)
    elsewhere.close()
  })

  it('that names an endpoint on a foreign host is refused', async () => {
    const own = (await (await fetch(google.discoveryUrl)).json()) as Record<string, string>
    let foreign = {}
    const copy = createServer((_, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ ...own, ...foreign })),
    ).listen(0, '127.0.0.1')
    await once(copy, 'listening')
    const { port } = copy.address() as { port: number }
    const statusWith = async (endpoints: Record<string, string>) => {
      foreign = endpoints
      const settings = { ...settingsOf(google), discoveryUrl: `http://127.0.0.1:${port}/` }
      const other = testAuth(testDb, { signIn: { ...signIn, google: settings }, onError })
      return (await browser(other).call('sign-in/social', { provider: 'google', callbackURL: BACK })).status
    }
    expect(await statusWith({})).toBe(200)
    for (const name of ['token_endpoint', 'userinfo_endpoint', 'jwks_uri'])
      expect(await statusWith({ [name]: 'https://foreign.test/' }), name).toBe(503)
    copy.close()
  })

  it('can redirect to a process that did not start the sign-in', async () => {
    const other = testAuth(testDb, { signIn, onError })
    const client = browser(auth)
    const url = await callbackUrl(client, providerAccount())
    const there = browser(other)
    for (const [name, value] of client.jar) there.jar.set(name, value)
    expect((await openUrl(there, url)).location).toBe(BACK)
    expect(await userOf(there)).toMatchObject({ name: 'Asha Rao' })
  })
})

it('reports faulty callbacks and foreign callback addresses as faults of the request', async () => {
  errors.length = 0
  const client = browser(auth)
  for (const query of ['', '?state=x&code=y', '?state=a&state=b&code=y', '?code=y&error=denied'])
    expect((await client.call(`callback/google${query}`)).status).toBeLessThan(500)
  const foreign = { email: 'a@example.test', password: 'x', callbackURL: 'https://evil.example/' }
  expect((await client.call('sign-in/email', foreign)).status).toBe(403)
  expect(errors).toEqual([])
  expect(faults).toContain('Invalid callbackURL: https://evil.example/')
  expect(faults.length).toBeGreaterThan(2)
})
