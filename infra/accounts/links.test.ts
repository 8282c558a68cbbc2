import { createEmailVerificationToken } from 'better-auth/api'
import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { browser, linkIn, mailsTo, ORIGIN, PASSWORD, SECRET, testAuth } from '#tests/accounts.ts'
import { testDatabase } from '#tests/database.ts'

const ground = await testDatabase()
const { db } = ground
const auth = testAuth(ground)
const NEW_PASSWORD = 'Bajra-2027'

let made = 0
const freshEmail = () => `person-${++made}@example.test`

const signUp = (email: string, password = PASSWORD) =>
  browser(auth).ask('sign-up/email', { name: 'Meera', email, password, callbackURL: '/auth/callback' })

const signIn = (email: string, password: string) => browser(auth).ask('sign-in/email', { email, password })

async function newest(email: string) {
  const [mail] = await mailsTo(ground, auth, email)
  if (!mail) throw new Error(`no mail to ${email}`)
  return { ...mail, link: linkIn(mail), token: linkIn(mail).searchParams.get('token') ?? '' }
}

async function askedReset(email: string) {
  await browser(auth).ask('request-password-reset', { email, redirectTo: `${ORIGIN}/auth/reset-password` })
  return newest(email)
}

const reset = (token: string, newPassword = NEW_PASSWORD) =>
  browser(auth).ask('reset-password', { newPassword, token })

describe('the link that verifies an address', () => {
  it('opens a session once, and not again', async () => {
    const email = freshEmail()
    await signUp(email)
    expect((await signIn(email, PASSWORD)).status).toBe(401)
    const { link, token, subject } = await newest(email)
    expect(subject).toBe('Verify your email address for Testmill')
    expect(link.origin + link.pathname).toBe(`${ORIGIN}/auth/verify-email`)
    const first = browser(auth)
    expect((await first.ask(`verify-email?token=${token}`)).status).toBe(200)
    expect((await first.ask('get-session')).body).toMatchObject({ user: { email, emailVerified: true } })
    const second = browser(auth)
    await second.ask(`verify-email?token=${token}`)
    expect(second.jar.size).toBe(0)
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })

  it('opens one session for many who use it at the same moment', async () => {
    const email = freshEmail()
    await signUp(email)
    const { token } = await newest(email)
    const clients = Array.from({ length: 6 }, () => browser(auth))
    await Promise.all(clients.map(({ ask }) => ask(`verify-email?token=${token}`)))
    expect(clients.filter(({ jar }) => jar.size > 0)).toHaveLength(1)
  })

  it('is of no use once it is old, or was changed', async () => {
    const email = freshEmail()
    await signUp(email)
    const old = await createEmailVerificationToken(SECRET, email, undefined, -1)
    expect((await browser(auth).ask(`verify-email?token=${old}`)).body).toMatchObject({
      code: 'TOKEN_EXPIRED',
    })
    const forged = await createEmailVerificationToken('another secret of at least thirty-two', email)
    expect((await browser(auth).ask(`verify-email?token=${forged}`)).body).toMatchObject({
      code: 'INVALID_TOKEN',
    })
    expect((await signIn(email, PASSWORD)).status).toBe(401)
  })

  it('can be asked for again, and keeps where the visitor wanted to go', async () => {
    const email = freshEmail()
    await signUp(email)
    const callbackURL = `${ORIGIN}/auth/callback?returnTo=%2Fcheckout`
    await browser(auth).ask('send-verification-email', { email, callbackURL })
    const { link } = await newest(email)
    expect(link.searchParams.get('returnTo')).toBe('/checkout')
    expect(await mailsTo(ground, auth, email)).toHaveLength(2)
  })
})

describe('the link that sets a new password', () => {
  it('works once, ends all sessions, and its owner hears of it', async () => {
    const { email } = await makeUser(db, { email: freshEmail(), password: PASSWORD })
    const signedIn = browser(auth)
    await signedIn.ask('sign-in/email', { email, password: PASSWORD })
    const { token, link } = await askedReset(email)
    expect(link.origin + link.pathname).toBe(`${ORIGIN}/auth/reset-password`)
    expect((await reset(token)).status).toBe(200)
    expect((await reset(token, 'Another-2028')).body).toMatchObject({ code: 'INVALID_TOKEN' })
    expect((await signedIn.ask('get-session')).body).toBe('null')
    expect((await signIn(email, PASSWORD)).status).toBe(401)
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200)
    expect((await newest(email)).subject).toBe('Your password was changed at Testmill')
  })

  it('gives one of many who use it at the same moment the new password', async () => {
    const { email } = await makeUser(db, { email: freshEmail(), password: PASSWORD })
    const { token } = await askedReset(email)
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => reset(token, `Bajra-202${n}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is of no use once it is old', async () => {
    const { email, id } = await makeUser(db, { email: freshEmail(), password: PASSWORD })
    const { token } = await askedReset(email)
    const past = new Date(Date.now() - 1000)
    await db.updateTable('verifications').set({ expiresAt: past }).where('value', '=', id).execute()
    expect((await reset(token)).body).toMatchObject({ code: 'INVALID_TOKEN' })
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })

  it('ends with the others that were asked for', async () => {
    const { email } = await makeUser(db, { email: freshEmail(), password: PASSWORD })
    const [first, second] = [await askedReset(email), await askedReset(email)]
    await reset(second.token)
    expect((await reset(first.token)).body).toMatchObject({ code: 'INVALID_TOKEN' })
  })

  it('cannot be read from the database', async () => {
    const { email } = await makeUser(db, { email: freshEmail(), password: PASSWORD })
    const { token } = await askedReset(email)
    const rows = await db.selectFrom('verifications').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('an address that somebody else signed up with first', () => {
  it('goes to whoever has its mailbox, and the password of the other ends', async () => {
    const email = freshEmail()
    await signUp(email, 'Stranger-2026')
    await signUp(email)
    const { subject, token } = await newest(email)
    expect(subject).toBe('Finish creating your account at Testmill')
    await reset(token)
    expect((await signIn(email, 'Stranger-2026')).status).toBe(401)
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200)
  })

  it('stays with its owner once it is verified, who is told', async () => {
    const { email } = await makeUser(db, { email: freshEmail(), password: PASSWORD })
    await signUp(email, 'Stranger-2026')
    expect((await newest(email)).subject).toBe('You already have an account at Testmill')
    expect((await signIn(email, 'Stranger-2026')).status).toBe(401)
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })
})
