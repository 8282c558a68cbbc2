import { createEmailVerificationToken } from 'better-auth/api'
import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { mailedLinkKeys } from '#infra/keys/key-ring.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { applyRetention } from '#shop/privacy/apply-retention.ts'
import { workerInput } from '#shop/programme/input.ts'
import { saveWorker } from '#shop/programme/workers.sql.ts'
import { browser, findLink, ORIGIN, PASSWORD, readMailsTo, testAuth } from '#tests/accounts.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'
import { insertRows } from '#tests/rows.ts'

const testDb = await testDatabase()
const { db, ctx } = testDb
const auth = testAuth(testDb)
const NEW_PASSWORD = 'Bajra-2027'

let serial = 0
const freshEmail = () => `person-${++serial}@example.test`

/** Signs up in a new browser and returns it. */
async function signUp(email: string, password = PASSWORD, name = 'Meera') {
  const client = browser(auth)
  await client.call('sign-up/email', { name, email, password, callbackURL: '/auth/callback' })
  return client
}

const verify = (token: string, client = browser(auth), chosen: object = {}) =>
  client.call('verify-email', { token, ...chosen })

const signIn = (email: string, password: string) => browser(auth).call('sign-in/email', { email, password })

async function newestMail(email: string) {
  const [mail] = await readMailsTo(testDb, auth, email)
  if (!mail) throw new Error(`no mail to ${email}`)
  return { ...mail, link: findLink(mail), token: findLink(mail).searchParams.get('token') ?? '' }
}

async function requestReset(email: string) {
  await browser(auth).call('request-password-reset', { email, redirectTo: `${ORIGIN}/auth/reset-password` })
  return newestMail(email)
}

const reset = (token: string, newPassword = NEW_PASSWORD) =>
  browser(auth).call('reset-password', { newPassword, token })

describe('the link that verifies an address', () => {
  it('opens a session in the browser that signed up, and works once', async () => {
    const email = freshEmail()
    const client = await signUp(email)
    expect((await signIn(email, PASSWORD)).status).toBe(401)
    const { link, token, subject } = await newestMail(email)
    expect(subject).toBe('Verify your email address for Testmill')
    expect(link.origin + link.pathname).toBe(`${ORIGIN}/auth/verify-email`)
    expect((await verify(token, client)).status).toBe(200)
    expect((await client.call('get-session')).body).toMatchObject({ user: { email, emailVerified: true } })
    for (const chosen of [{}, { name: 'Asha', password: NEW_PASSWORD }])
      expect((await verify(token, client, chosen)).body).toMatchObject({ code: 'INVALID_TOKEN' })
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })

  it('opens only one session if it is used several times at once', async () => {
    const email = freshEmail()
    const { jar } = await signUp(email)
    const { token } = await newestMail(email)
    const clients = Array.from({ length: 6 }, () => browser(auth))
    for (const client of clients) for (const [name, value] of jar) client.jar.set(name, value)
    const answers = await Promise.all(
      clients.map((client, n) =>
        verify(token, client, n % 2 ? { name: 'Asha', password: NEW_PASSWORD } : {}),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'userId')
        .select('email')
        .where('email', '=', email)
        .execute(),
    ).toHaveLength(1)
  })

  it('is refused if it has expired or was changed', async () => {
    const email = freshEmail()
    const client = await signUp(email)
    const old = await createEmailVerificationToken(mailedLinkKeys([SECRET])[0], email, undefined, -1)
    const forged = await createEmailVerificationToken('another secret of at least thirty-two', email)
    for (const token of [old, forged, 'x'.repeat(5000), ''])
      expect((await verify(token, client)).body).toMatchObject({ code: 'INVALID_TOKEN' })
    expect((await signIn(email, PASSWORD)).status).toBe(401)
  })

  it('can be requested again, and keeps the return path', async () => {
    const email = freshEmail()
    await signUp(email)
    const callbackURL = `${ORIGIN}/auth/callback?returnTo=%2Fcheckout`
    await browser(auth).call('send-verification-email', { email, callbackURL })
    const { link } = await newestMail(email)
    expect(link.searchParams.get('returnTo')).toBe('/checkout')
    expect(await readMailsTo(testDb, auth, email)).toHaveLength(2)
  })
})

describe('the link that sets a new password', () => {
  it('works once, ends all sessions and emails the owner', async () => {
    const { email } = await makeUser(db, { email: freshEmail(), password: PASSWORD })
    const signedIn = browser(auth)
    await signedIn.call('sign-in/email', { email, password: PASSWORD })
    const { token, link } = await requestReset(email)
    expect(link.origin + link.pathname).toBe(`${ORIGIN}/auth/reset-password`)
    expect((await reset(token)).status).toBe(200)
    expect((await reset(token, 'Samai-2028')).body).toMatchObject({ code: 'INVALID_TOKEN' })
    expect((await signedIn.call('get-session')).body).toBe('null')
    expect((await signIn(email, PASSWORD)).status).toBe(401)
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200)
    expect((await newestMail(email)).subject).toBe('Your password was changed at Testmill')
  })

  it('is emailed in Hindi to a Hindi-speaking worker, and opens the Hindi page', async () => {
    const { id, email } = await makeUser(db, { email: freshEmail(), password: PASSWORD, isWorker: true })
    await saveWorker(db, id, workerInput.parse({ language: 'hi' }), NOW)
    const { token, link, subject } = await requestReset(email)
    expect(subject).toBe('Testmill: नया पासवर्ड बनाएँ')
    expect(link.searchParams.get('language')).toBe('hi')
    expect((await reset(token)).status).toBe(200)
    expect((await newestMail(email)).subject).toBe('Testmill: आपका पासवर्ड बदल गया है')
  })

  it('is emailed in the language of the requesting page, whatever the account’s language', async () => {
    const { email, id } = await makeUser(db, { email: freshEmail(), password: PASSWORD, isWorker: true })
    const mailIn = async (language: string) => {
      const redirectTo = `${ORIGIN}/auth/reset-password?language=${language}`
      await browser(auth).call('request-password-reset', { email, redirectTo })
      return newestMail(email)
    }
    await saveWorker(db, id, workerInput.parse({ language: 'en' }), NOW)
    const { subject, link } = await mailIn('hi')
    expect([subject, link.searchParams.get('language')]).toEqual(['Testmill: नया पासवर्ड बनाएँ', 'hi'])
    expect((await mailIn('fr')).subject).toBe('Reset your password at Testmill')
    await saveWorker(db, id, workerInput.parse({ language: 'hi' }), NOW)
    expect((await mailIn('en')).subject).toBe('Reset your password at Testmill')
    const account = { name: 'Meera', email, password: PASSWORD, callbackURL: '/auth/callback' }
    await saveWorker(db, id, workerInput.parse({ language: 'en' }), NOW)
    await browser(auth).call('sign-up/email?language=hi', account)
    expect((await newestMail(email)).subject).toBe('Testmill: आपका खाता पहले से है')
  })

  it('sets only one password if it is used several times at once', async () => {
    const { email } = await makeUser(db, { email: freshEmail(), password: PASSWORD })
    const { token } = await requestReset(email)
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => reset(token, `Bajra-202${n}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is refused after it has expired', async () => {
    const { email, id } = await makeUser(db, { email: freshEmail(), password: PASSWORD })
    const { token } = await requestReset(email)
    const past = new Date(Date.now() - 1000)
    await db.updateTable('verifications').set({ expiresAt: past }).where('value', '=', id).execute()
    expect((await reset(token)).body).toMatchObject({ code: 'INVALID_TOKEN' })
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })

  it('is refused after another link was used', async () => {
    const { email } = await makeUser(db, { email: freshEmail(), password: PASSWORD })
    const [first, second] = [await requestReset(email), await requestReset(email)]
    await reset(second.token)
    expect((await reset(first.token)).body).toMatchObject({ code: 'INVALID_TOKEN' })
  })

  it('cannot be read from the database', async () => {
    const { email } = await makeUser(db, { email: freshEmail(), password: PASSWORD })
    const { token } = await requestReset(email)
    const rows = await db.selectFrom('verifications').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('an email address that a stranger signed up with first', () => {
  const STRANGER = 'Thinai-2026'
  const OWNER = { name: 'Asha Rao', password: NEW_PASSWORD }

  /** Statuses of sign-ins with the stranger's and the owner's password. */
  const signInStatuses = async (email: string) => [
    (await signIn(email, STRANGER)).status,
    (await signIn(email, NEW_PASSWORD)).status,
  ]

  const userOf = (email: string) =>
    db
      .selectFrom('users')
      .select(['id', 'fullName', 'phoneNumber', 'emailVerified'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()

  it('goes to the owner who opens a link that the stranger requested', async () => {
    const email = freshEmail()
    const stranger = await signUp(email, STRANGER)
    const owner = await signUp(email)
    await stranger.call('send-verification-email', { email, callbackURL: '/auth/callback' })
    await signIn(email, STRANGER)
    const { token } = await newestMail(email)
    expect((await verify(token, owner)).body).toMatchObject({ code: 'PASSWORD_NEEDED' })
    expect((await userOf(email)).emailVerified).toBe(false)
    expect((await verify(token, owner, OWNER)).status).toBe(200)
    expect((await owner.call('get-session')).body).toMatchObject({ user: { email, name: 'Asha Rao' } })
    expect(await signInStatuses(email)).toEqual([401, 200])
  })

  it('goes to an owner who never signed up', async () => {
    const email = freshEmail()
    await signUp(email, STRANGER, 'Mallory')
    const { token } = await newestMail(email)
    const owner = browser(auth)
    for (const half of [{}, { password: NEW_PASSWORD }, { name: 'Asha Rao' }])
      expect((await verify(token, owner, half)).status).toBe(409)
    await verify(token, owner, OWNER)
    expect(await signInStatuses(email)).toEqual([401, 200])
  })

  it('loses all that the stranger entered: name, phone, cart, addresses, friend, linked account', async () => {
    const email = freshEmail()
    await signUp(email, STRANGER, 'Mallory')
    const { token } = await newestMail(email)
    const { id: userId } = await userOf(email)
    const now = new Date()
    await db.updateTable('users').set({ phoneNumber: '9845012345' }).where('id', '=', userId).execute()
    await db.insertInto('carts').values({ userId, updatedAt: now }).execute()
    await db.insertInto('accounts').values({ userId, providerId: 'microsoft', accountId: email }).execute()
    const { id: referrerId } = await makeUser(db)
    await db.insertInto('referrals').values({ newcomerId: userId, referrerId, createdAt: now }).execute()
    const address = {
      fullName: 'M',
      phone: '1',
      addressLine1: '1',
      city: 'C',
      state: 'S',
      postalCode: '570001',
    }
    await insertRows(db, 'savedAddresses', { ...address, userId, createdAt: now, updatedAt: now })
    await verify(token, browser(auth), OWNER)
    expect(await userOf(email)).toEqual({
      id: userId,
      fullName: 'Asha Rao',
      phoneNumber: null,
      emailVerified: true,
    })
    for (const table of ['carts', 'savedAddresses'] as const)
      expect(await db.selectFrom(table).selectAll().where('userId', '=', userId).execute(), table).toEqual([])
    expect(await db.selectFrom('referrals').selectAll().where('newcomerId', '=', userId).execute()).toEqual(
      [],
    )
    const accounts = db.selectFrom('accounts').select('providerId').where('userId', '=', userId)
    expect(await accounts.execute()).toEqual([{ providerId: 'credential' }])
  })

  it('loses the stranger’s password when another person signs up, and does not get that person’s password', async () => {
    const email = freshEmail()
    const stranger = await signUp(email, STRANGER)
    const owner = await signUp(email)
    const again = await signUp(email, STRANGER)
    const { subject, token } = await newestMail(email)
    expect(subject).toBe('Finish creating your account at Testmill')
    for (const client of [stranger, owner, again]) expect((await verify(token, client)).status).toBe(409)
    await verify(token, owner, OWNER)
    expect(await signInStatuses(email)).toEqual([401, 200])
  })

  it('goes to an owner who requests a password reset', async () => {
    const email = freshEmail()
    await signUp(email, STRANGER)
    const { subject, link, token } = await requestReset(email)
    expect(subject).toBe('Finish creating your account at Testmill')
    expect(link.pathname).toBe('/auth/verify-email')
    await verify(token, browser(auth), OWNER)
    expect(await signInStatuses(email)).toEqual([401, 200])
  })

  it('is not verified with a forged cookie or a cookie of another browser', async () => {
    const email = freshEmail()
    const { jar } = await signUp(email)
    const { token } = await newestMail(email)
    const [name = '', value = ''] = [...jar][0] ?? []
    const other = await signUp(freshEmail())
    expect((await verify(token, other)).status).toBe(409)
    const forger = browser(auth)
    for (const forged of [`x${value}`, value.slice(0, -8), value.split('.')[0] ?? '', '']) {
      forger.jar.set(name, forged)
      expect((await verify(token, forger)).status).toBe(409)
    }
  })

  it('stays with an owner who has verified it, and who gets an email', async () => {
    const { email } = await makeUser(db, { email: freshEmail(), password: PASSWORD })
    await signUp(email, STRANGER)
    expect((await newestMail(email)).subject).toBe('You already have an account at Testmill')
    expect((await signIn(email, STRANGER)).status).toBe(401)
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })
})

it('deletes unverified customer accounts after a week, and no others', async () => {
  const makeUserOfAge = (email: string, days: number, more: object = {}) => {
    const createdAt = new Date(Date.now() - days * 24 * 3_600_000)
    return makeUser(db, { email, password: PASSWORD, ...more }, createdAt)
  }
  await makeUserOfAge('fresh@purge.test', 6, { emailVerified: false })
  await makeUserOfAge('old@purge.test', 8, { emailVerified: false })
  await makeUserOfAge('verified@purge.test', 8)
  await makeUserOfAge('worker@purge.test', 8, { emailVerified: false, isWorker: true })
  const { id } = await makeUserOfAge('closed@purge.test', 8, { emailVerified: false })
  await db.updateTable('users').set({ deletedAt: new Date() }).where('id', '=', id).execute()
  await applyRetention(ctx(VISITOR, { now: new Date() }), ['unverified-accounts'])
  const left = await db
    .selectFrom('users')
    .select('email')
    .where('email', 'like', '%@purge.test')
    .orderBy('email')
    .execute()
  expect(left.map(({ email }) => email)).toEqual([
    'closed@purge.test',
    'fresh@purge.test',
    'verified@purge.test',
    'worker@purge.test',
  ])
})
