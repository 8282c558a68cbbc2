import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { withoutKeys } from '#infra/config/sign-in-settings.ts'
import { emailBudget, MAX_PER_DAY } from '#infra/email/email-budget.ts'
import { notesDuring } from '#infra/logging/security-events.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { browser, linkIn, mailsTo, ORIGIN, PASSWORD, testAuth } from '#tests/accounts.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'
import { CLIENT, type ProviderAccount, startIdentityProvider, walkThrough } from '#tests/identity-provider.ts'

const ground = await testDatabase({ budget: emailBudget({ secret: SECRET, now: () => NOW }) })
const { db } = ground

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
const auth = testAuth(ground, { signIn, onError })

const BACK = '/auth/callback?returnTo=%2Fcheckout'
const FAILED = '/auth/callback?provider=google&doing=sign+in'

let made = 0
function providerAccount(fields: Partial<ProviderAccount> = {}): ProviderAccount & { email: string } {
  made += 1
  return {
    sub: `sub-${made}`,
    email: `oidc-${made}@example.test`,
    email_verified: true,
    name: 'Asha Rao',
    ...fields,
  }
}

type Client = ReturnType<typeof browser>

/** The callback URL with the provider's answer, which the browser is about to open. */
async function answered(client: Client, who: ProviderAccount | null, id: Id = 'google'): Promise<URL> {
  providers[id].be(who)
  const body = { provider: id, callbackURL: BACK, errorCallbackURL: FAILED }
  const { status, location } = await client.call('sign-in/social', body)
  expect(status).toBe(200)
  return walkThrough(location ?? '', ORIGIN)
}

const open = (client: Client, url: URL) => client.call(url.pathname + url.search)

async function comeWith(who: ProviderAccount | null, { client = browser(auth), id = 'google' as Id } = {}) {
  const { location } = await open(client, await answered(client, who, id))
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
  it('makes an account, leads on, and finds it again', async () => {
    const who = providerAccount()
    const first = await comeWith(who, { id })
    expect(first.location).toBe(BACK)
    expect(first.user).toMatchObject({ email: who.email, emailVerified: true, name: 'Asha Rao' })
    const again = await comeWith({ ...who, name: 'Renamed', email: 'moved@example.test' }, { id })
    expect(again.user).toMatchObject({ id: first.user?.id, email: who.email, name: 'Asha Rao' })
    expect(await accountsOf(who.email)).toEqual([
      { providerId: id, accountId: who.sub, accessToken: null, refreshToken: null, idToken: null },
    ])
  })

  it('is in the security log, also when the provider refuses', async () => {
    const way = id === 'google' ? 'google' : 'outlook'
    const client = browser(auth)
    const url = await answered(client, providerAccount(), id)
    const { events } = await notesDuring(() => open(client, url))
    const { user } = (await client.call('get-session')).body as { user: { id: string } }
    expect(events).toEqual([{ event: 'authn_login_success', way, userId: user.id }])
    const stranger = browser(auth)
    const refused = await answered(stranger, null, id)
    const after = await notesDuring(() => open(stranger, refused))
    expect(after.events).toEqual([{ event: 'authn_login_fail', way, userId: null }])
  })

  it('is in the audit log for staff, who get the cookie that knows the browser', async () => {
    const who = providerAccount()
    const { user, client } = await comeWith(who, { id })
    const userId = `${user?.id}`
    expect(await listChanges(db, { actorId: userId, limit: 9 })).toEqual([])
    await db.updateTable('users').set({ staffRole: 'owner' }).where('id', '=', userId).execute()
    await comeWith(who, { id })
    await comeWith(who, { id, client })
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
  ])('gives the account a name that its profile can be saved with: %j', async (said, expected) => {
    const { name: _, ...who } = providerAccount()
    const { user } = await comeWith({ ...who, ...(said !== undefined && { name: said }) }, { id })
    expect(user?.name).toBe(expected ?? who.email.split('@')[0])
  })

  it('leads back with an error when the person refuses', async () => {
    const { location, user } = await comeWith(null, { id })
    expect(location).toBe(`${FAILED}&error=access_denied&error_description=refused`)
    expect(user).toBeNull()
  })

  it('needs an email address', async () => {
    const { location, user } = await comeWith({ sub: `no-mail-${id}`, name: 'Asha' }, { id })
    expect(location).toBe(`${FAILED}&error=email_not_found`)
    expect(user).toBeNull()
  })

  it('refuses an address that is not verified, until the mail to it has been opened', async () => {
    const who = providerAccount({ email_verified: false })
    const owner = browser(auth)
    const { location, user } = await comeWith(who, { id, client: owner })
    expect([location, user]).toEqual([`${FAILED}&error=email_not_verified`, null])
    const [mail] = await mailsTo(ground, auth, who.email)
    if (!mail) throw new Error('no mail')
    await owner.call('verify-email', { token: linkIn(mail).searchParams.get('token') })
    expect(await userOf(owner)).toMatchObject({ email: who.email, emailVerified: true })
    expect((await comeWith(who, { id })).user).toMatchObject({ email: who.email })
  })

  it('refuses a person who named another person’s address, after its owner verified it', async () => {
    const who = providerAccount({ email_verified: false })
    await comeWith(who, { id })
    const [mail] = await mailsTo(ground, auth, who.email)
    const token = mail && linkIn(mail).searchParams.get('token')
    const owner = browser(auth)
    expect((await owner.call('verify-email', { token })).status).toBe(409)
    await owner.call('verify-email', { token, name: 'Asha Rao', password: PASSWORD })
    expect(await userOf(owner)).toMatchObject({ email: who.email, emailVerified: true })
    expect((await comeWith(who, { id })).user).toBeNull()
    expect(await accountsOf(who.email)).toMatchObject([{ providerId: 'credential' }])
  })
})

describe('Outlook, which seldom says that an address is verified', () => {
  const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad'

  it.each([
    ['a personal account', { tid: PERSONAL }, true],
    ['a tenant that owns the domain', { tid: 'a-tenant', xms_edov: true }, true],
    ['a tenant that may write what it likes', { tid: 'a-tenant' }, false],
    ['a tenant that does not own the domain', { tid: 'a-tenant', xms_edov: false }, false],
  ])('is believed about %s: %j', async (_, claims, isBelieved) => {
    const { email_verified: _said, ...who } = providerAccount(claims)
    const { user } = await comeWith(who, { id: 'microsoft' })
    expect(user !== null).toBe(isBelieved)
  })

  it('is the only one that may say so in these ways', async () => {
    const { email_verified: _said, ...who } = providerAccount({ tid: PERSONAL, xms_edov: true })
    expect((await comeWith(who)).user).toBeNull()
  })
})

describe('Outlook for the accounts of any firm, too', () => {
  const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad'
  const FIRM = '5c1f3f7e-0c2b-4f3a-9d51-0a4f6a1b2c3d'
  const OTHER = '77777777-0c2b-4f3a-9d51-0a4f6a1b2c3d'
  const many = startIdentityProvider({
    redirectUris: [redirectUri('microsoft')],
    claimsIn: 'id_token',
    isForManyTenants: true,
  })
  afterAll(async () => (await many).stop())

  async function come(who: ProviderAccount) {
    const provider = await many
    provider.be(who)
    const keys = { google: null, microsoft: settingsOf(provider) }
    const client = browser(testAuth(ground, { signIn: keys, onError }))
    const body = { provider: 'microsoft', callbackURL: BACK, errorCallbackURL: FAILED }
    const response = await client.call('sign-in/social', body)
    expect(response.location).toContain(`${provider.origin}/common/v2.0/auth?`)
    const { location } = await open(client, await walkThrough(response.location ?? '', ORIGIN))
    return { location, user: (await userOf(client)) as Record<string, unknown> | null }
  }

  it('takes personal accounts as where only they are asked, and finds them again', async () => {
    const { email_verified: _said, ...who } = providerAccount({ tid: PERSONAL })
    const first = await come(who)
    expect([first.location, first.user]).toMatchObject([BACK, { email: who.email }])
    expect((await come(who)).user).toMatchObject({ id: first.user?.id })
    expect(await accountsOf(who.email)).toMatchObject([{ accountId: who.sub }])
  })

  it('takes a firm’s account whose address Microsoft vouches for, known by its tenant', async () => {
    const who = providerAccount({ tid: FIRM, xms_edov: true })
    expect((await come(who)).user).toMatchObject({ email: who.email })
    expect(await accountsOf(who.email)).toMatchObject([{ accountId: `${FIRM}/${who.sub}` }])
    // The same number in another tenant is another person.
    const other = providerAccount({ sub: who.sub, tid: OTHER, xms_edov: true })
    expect((await come(other)).user).toMatchObject({ email: other.email })
  })

  it('does not believe what a firm says of addresses, and opens no account for it', async () => {
    const { email } = await makeUser(db, { password: PASSWORD })
    const { location, user } = await come(providerAccount({ email, tid: FIRM, email_verified: true }))
    expect([location, user]).toEqual([`${FAILED}&error=email_not_verified`, null])
    expect(await accountsOf(email)).toMatchObject([{ providerId: 'credential' }])
  })

  it.each([
    ['another tenant than it names', { tid: PERSONAL, signedBy: OTHER }],
    ['a tenant, and names none', { signedBy: OTHER }],
    ['a tenant that is no tenant', { tid: 'anything/else' }],
  ])('takes no token from %s', async (_, claims) => {
    const { location, user } = await come(providerAccount({ ...claims, xms_edov: true }))
    expect([location, user]).toEqual([`${FAILED}&error=unable_to_get_user_info`, null])
  })
})

describe('an address that has a password account', () => {
  it('is linked when both sides have verified it', async () => {
    const { email, id } = await makeUser(db, { password: PASSWORD })
    expect((await comeWith(providerAccount({ email }))).user).toMatchObject({ id, email })
    expect((await comeWith(providerAccount({ email }), { id: 'microsoft' })).user).toMatchObject({
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
    ['here', { emailVerified: false }, {}, 'Finish creating your account at Testmill'],
    ['there', { emailVerified: true }, { email_verified: false }, 'You already have an account at Testmill'],
    [
      'on either side',
      { emailVerified: false },
      { email_verified: false },
      'Finish creating your account at Testmill',
    ],
  ])('is not linked while it is not verified %s; its owner is told', async (_, local, there, subject) => {
    const { email } = await makeUser(db, { password: PASSWORD, ...local })
    const { location, user } = await comeWith(providerAccount({ email, ...there }))
    // The same as for a new address, so that the answer reveals no account.
    expect([location, user]).toEqual([`${FAILED}&error=email_not_verified`, null])
    expect((await accountsOf(email)).map(({ providerId }) => providerId)).toEqual(['credential'])
    expect((await mailsTo(ground, auth, email)).map((mail) => mail.subject)).toEqual([subject])
  })

  it('is not linked however often that is tried, and its owner is told three times a day', async () => {
    const { email } = await makeUser(db, { password: PASSWORD })
    const fresh = providerAccount({ email_verified: false })
    for (const who of [providerAccount({ email, email_verified: false }), fresh])
      for (let tried = 0; tried < 7; tried++)
        expect((await comeWith(who, { client: browser(auth, `198.51.100.${tried}`) })).user).toBeNull()
    expect(await mailsTo(ground, auth, email)).toHaveLength(MAX_PER_DAY)
    expect(await mailsTo(ground, auth, fresh.email)).toHaveLength(MAX_PER_DAY)
  })

  it('is linked once, also when the answer comes twice at the same moment', async () => {
    const { email } = await makeUser(db, { password: PASSWORD })
    const who = providerAccount({ email })
    await Promise.all([comeWith(who), comeWith(who)])
    expect(await accountsOf(email)).toHaveLength(2)
  })
})

describe('an answer of a provider', () => {
  it('is taken once', async () => {
    const client = browser(auth)
    const url = await answered(client, providerAccount())
    await open(client, url)
    client.jar.clear()
    expect((await open(client, url)).location).toBe(`${ORIGIN}/auth/callback?error=state_mismatch`)
    expect(await userOf(client)).toBeNull()
  })

  it('is taken only in the browser that asked', async () => {
    const url = await answered(browser(auth), providerAccount())
    const victim = browser(auth)
    expect((await open(victim, url)).location).toBe(`${FAILED}&error=state_mismatch`)
    expect(await userOf(victim)).toBeNull()
  })

  it.each(['', 'made-up'])('with the state %j is not taken', async (state) => {
    const client = browser(auth)
    const url = await answered(client, providerAccount())
    if (state) url.searchParams.set('state', state)
    else url.searchParams.delete('state')
    expect((await open(client, url)).location).toMatch(/^http:\/\/shop\.test\/auth\/callback\?error=state_/)
    expect(await userOf(client)).toBeNull()
  })

  it('with a code of another sign-in is not taken: it belongs to another verifier and nonce', async () => {
    const client = browser(auth)
    const stolen = (await answered(browser(auth), providerAccount())).searchParams.get('code') ?? ''
    const url = await answered(client, providerAccount())
    url.searchParams.set('code', stolen)
    expect((await open(client, url)).location).toBe(`${FAILED}&error=invalid_code`)
    expect(await userOf(client)).toBeNull()
  })

  it('with an id token for another nonce is not taken', async () => {
    const client = browser(auth)
    const url = await answered(client, providerAccount())
    const state = url.searchParams.get('state') ?? ''
    const rows = await db.selectFrom('verifications').select(['id', 'value']).execute()
    const row = rows.find(({ value }) => value.includes(state))
    const value = JSON.stringify({ ...JSON.parse(row?.value ?? '{}'), idTokenNonce: 'another' })
    await db
      .updateTable('verifications')
      .set({ value })
      .where('id', '=', row?.id ?? '')
      .execute()
    expect((await open(client, url)).location).toBe(`${FAILED}&error=unable_to_get_user_info`)
    expect(await userOf(client)).toBeNull()
  })

  it('after ten minutes is too late', async () => {
    const client = browser(auth)
    const url = await answered(client, providerAccount())
    const state = url.searchParams.get('state') ?? ''
    const rows = await db.selectFrom('verifications').select(['id', 'value']).execute()
    const row = rows.find(({ value }) => value.includes(state))
    const value = JSON.stringify({ ...JSON.parse(row?.value ?? '{}'), expiresAt: Date.now() - 1 })
    await db
      .updateTable('verifications')
      .set({ value })
      .where('id', '=', row?.id ?? '')
      .execute()
    expect((await open(client, url)).location).toBe(`${FAILED}&error=state_mismatch`)
    expect(await userOf(client)).toBeNull()
  })
})

describe('the request to a provider', () => {
  it('asks with state, nonce and PKCE, for an address and a name', async () => {
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

  it('ends the session that the browser had', async () => {
    const { email, id } = await makeUser(db, { password: PASSWORD })
    const client = browser(auth)
    await client.call('sign-in/email', { email, password: PASSWORD })
    await comeWith(providerAccount(), { client })
    expect(await db.selectFrom('sessions').select('id').where('userId', '=', id).execute()).toEqual([])
  })

  it('takes no token that a client has got by itself', async () => {
    const body = { provider: 'google', idToken: { token: 'a.b.c' } }
    expect((await browser(auth).call('sign-in/social', body)).status).toBe(400)
  })
})

describe('a provider that cannot be asked', () => {
  it('without keys is named at the start with its settings, and not with each try', async () => {
    const bare = testAuth(ground, { onError })
    errors.length = 0
    for (const provider of ['google', 'microsoft']) {
      const { status, body } = await browser(bare).call('sign-in/social', { provider, callbackURL: BACK })
      expect([status, body]).toMatchObject([503, { code: 'PROVIDER_UNAVAILABLE' }])
    }
    expect(errors).toEqual([])
    expect(withoutKeys({ ...signIn, google: null })).toEqual([
      expect.stringContaining('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are not set'),
    ])
  })

  it('while it is down is logged, leaves the others alone, and works as soon as it is back', async () => {
    const passing = await startIdentityProvider({
      redirectUris: [redirectUri('google')],
      claimsIn: 'id_token',
    })
    await passing.stop()
    const { port } = passing
    const late = testAuth(ground, { signIn: { ...signIn, google: settingsOf(passing) }, onError })
    const startSignIn = (provider: Id) =>
      browser(late).call('sign-in/social', { provider, callbackURL: BACK })
    errors.length = 0
    for (let tried = 0; tried < 2; tried++) expect((await startSignIn('google')).status).toBe(503)
    expect(errors.filter((line) => line.includes('google did not describe itself'))).toHaveLength(2)
    expect((await startSignIn('microsoft')).status).toBe(200)
    const back = await startIdentityProvider({
      redirectUris: [redirectUri('google')],
      claimsIn: 'id_token',
      port,
    })
    back.be(providerAccount())
    const client = browser(late)
    const { location } = await client.call('sign-in/social', { provider: 'google', callbackURL: BACK })
    await open(client, await walkThrough(location ?? '', ORIGIN))
    expect(await userOf(client)).toMatchObject({ name: 'Asha Rao' })
    await back.stop()
  })

  it('that goes down between question and answer leads back with an error', async () => {
    const passing = await startIdentityProvider({
      redirectUris: [redirectUri('google')],
      claimsIn: 'id_token',
    })
    const shaky = testAuth(ground, { signIn: { ...signIn, google: settingsOf(passing) }, onError })
    const client = browser(shaky)
    passing.be(providerAccount())
    const body = { provider: 'google', callbackURL: BACK, errorCallbackURL: FAILED }
    const { location } = await client.call('sign-in/social', body)
    const url = await walkThrough(location ?? '', ORIGIN)
    await passing.stop()
    expect((await open(client, url)).location).toBe(`${FAILED}&error=invalid_code`)
    expect(await userOf(client)).toBeNull()
  })

  it('that names another issuer, or leads elsewhere, is none, even if all else is right', async () => {
    const startSignIn = (settings: Partial<ReturnType<typeof settingsOf>>) => {
      const changed = { ...settingsOf(google), ...settings }
      const other = testAuth(ground, { signIn: { ...signIn, google: changed }, onError })
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

  it('is refused if it names an endpoint on a foreign host', async () => {
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
      const other = testAuth(ground, { signIn: { ...signIn, google: settings }, onError })
      return (await browser(other).call('sign-in/social', { provider: 'google', callbackURL: BACK })).status
    }
    expect(await statusWith({})).toBe(200)
    for (const name of ['token_endpoint', 'userinfo_endpoint', 'jwks_uri'])
      expect(await statusWith({ [name]: 'https://foreign.test/' }), name).toBe(503)
    copy.close()
  })

  it('answers another process of the shop than the one that asked', async () => {
    const other = testAuth(ground, { signIn, onError })
    const client = browser(auth)
    const url = await answered(client, providerAccount())
    const there = browser(other)
    for (const [name, value] of client.jar) there.jar.set(name, value)
    expect((await open(there, url)).location).toBe(BACK)
    expect(await userOf(there)).toMatchObject({ name: 'Asha Rao' })
  })
})
