import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { hashPassword } from '#infra/accounts/password-hash.ts'
import { browser, linkIn, mailsTo, ORIGIN, PASSWORD, testAuth } from '#tests/accounts.ts'
import { testDatabase } from '#tests/database.ts'

const ground = await testDatabase({ poolSize: 6 })
const { db, pool } = ground
const auth = testAuth(ground)

async function signedIn(email: string, client = browser(auth)) {
  expect((await client.call('sign-in/email', { email, password: PASSWORD })).status).toBe(200)
  return client
}

const customer = () => makeUser(db, { password: PASSWORD })

async function sessionsOf(userId: string): Promise<number> {
  const rows = await db.selectFrom('sessions').select('id').where('userId', '=', userId).execute()
  return rows.length
}

describe('sessions', () => {
  it('are one for each browser: signing in again ends the one before, also of another account', async () => {
    const [meera, asha] = [await customer(), await customer()]
    const client = await signedIn(meera.email)
    const stolen = new Map(client.jar)
    await signedIn(meera.email, client)
    expect(await sessionsOf(meera.id)).toBe(1)
    expect([...client.jar]).not.toEqual([...stolen])
    await signedIn(asha.email, client)
    expect([await sessionsOf(meera.id), await sessionsOf(asha.id)]).toEqual([0, 1])
    const thief = browser(auth)
    for (const [name, value] of stolen) thief.jar.set(name, value)
    expect((await thief.call('get-session')).body).toBe('null')
  })

  it('of other browsers stay when one signs in', async () => {
    const { email, id } = await customer()
    await signedIn(email)
    const other = await signedIn(email)
    expect(await sessionsOf(id)).toBe(2)
    expect((await other.call('get-session')).body).toMatchObject({ user: { email } })
  })

  it('end when the password is changed, but for the one that changed it, which gets a new token', async () => {
    const { email, id } = await customer()
    const [here, elsewhere] = [await signedIn(email), await signedIn(email)]
    const earlier = new Map(here.jar)
    // It ends the other sessions even if asked not to.
    const change = { currentPassword: PASSWORD, newPassword: 'Bajra-2027', revokeOtherSessions: false }
    expect((await here.call('change-password', change)).status).toBe(200)
    expect((await elsewhere.call('get-session')).body).toBe('null')
    expect((await here.call('get-session')).body).toMatchObject({ user: { email } })
    expect(await sessionsOf(id)).toBe(1)
    expect([...here.jar]).not.toEqual([...earlier])
  })

  it('do not begin with a password that is changed while it is checked; one that was hashed anew is still right', async () => {
    const { email, id } = await customer()
    const changed = async (password: string) => {
      const rival = await pool.connect()
      const client = browser(auth)
      try {
        await rival.query('begin')
        await rival.query('lock table sessions in exclusive mode')
        const response = client.call('sign-in/email', { email, password: PASSWORD })
        const waiting = `select 1 from pg_locks where not granted and relation = 'sessions'::regclass
          and database = (select oid from pg_database where datname = current_database())`
        await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1)
        const hash = await hashPassword(password)
        await rival.query('update accounts set password = $1, updated_at = now() where user_id = $2', [
          hash,
          id,
        ])
        await rival.query('commit')
        return { status: (await response).status, session: (await client.call('get-session')).body }
      } finally {
        await rival.query('rollback').finally(() => rival.release())
      }
    }
    expect(await changed(PASSWORD)).toMatchObject({ status: 200, session: { user: { email } } })
    expect(await changed('Bajra-2027')).toEqual({ status: 401, session: 'null' })
    expect(await sessionsOf(id)).toBe(1)
  })

  it('of two browsers that change the password at once: one change holds, and the other browser is signed out', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { email, id } = await customer()
      const clients = [await signedIn(email), await signedIn(email)]
      const changePassword = (client: (typeof clients)[number], newPassword: string) =>
        client.call('change-password', { currentPassword: PASSWORD, newPassword })
      const news = ['Bajra-2027', 'Jowar-2028']
      const answers = await Promise.all(clients.map((client, at) => changePassword(client, news[at] ?? '')))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await sessionsOf(id)).toBe(1)
      for (const [at, password] of news.entries()) {
        const { status } = await browser(auth).call('sign-in/email', { email, password })
        expect(status).toBe(answers[at]?.status === 200 ? 200 : 401)
      }
    }
  })

  it('are told of by mail when the password is changed, and links that were mailed before end', async () => {
    const { email } = await customer()
    const here = await signedIn(email)
    await here.call('request-password-reset', { email, redirectTo: `${ORIGIN}/auth/reset-password` })
    const [resetMail] = await mailsTo(ground, auth, email)
    const token = resetMail ? linkIn(resetMail).searchParams.get('token') : ''
    const wrong = { currentPassword: 'Wrong-2026', newPassword: 'Bajra-2027' }
    expect((await here.call('change-password', wrong)).status).toBe(400)
    expect(await mailsTo(ground, auth, email)).toHaveLength(1)
    expect((await here.call('change-password', { ...wrong, currentPassword: PASSWORD })).status).toBe(200)
    const [noticeMail] = await mailsTo(ground, auth, email)
    expect(noticeMail?.subject).toBe('Your password was changed at Testmill')
    expect(noticeMail?.text).toContain('every other device was signed out')
    const reset = await browser(auth).call('reset-password', { newPassword: 'Varagu-2028', token })
    expect(reset.body).toMatchObject({ code: 'INVALID_TOKEN' })
  })

  it('show their tokens in no answer that a script can read', async () => {
    const { email } = await customer()
    const client = browser(auth)
    const signUp = { email: `new.${email}`, name: 'Asha Rao', password: PASSWORD }
    await client.call('sign-up/email', signUp)
    const [mail] = await mailsTo(ground, auth, signUp.email)
    const answers = [
      await client.call('sign-up/email', { ...signUp, email: `other.${email}` }),
      await client.call('verify-email', { token: mail ? linkIn(mail).searchParams.get('token') : '' }),
      await client.call('sign-in/email', { email, password: PASSWORD }),
      await client.call('get-session'),
      await client.call('get-session?disableCookieCache=true&disableRefresh=true'),
      await client.call('get-session', {}),
      await client.call('list-sessions'),
      await client.call('update-user', { name: 'Asha' }),
      await client.call('update-session', { ipAddress: '' }),
      await client.call('verify-password', { password: PASSWORD }),
      await client.call('revoke-other-sessions', {}),
      await client.call('change-password', { currentPassword: PASSWORD, newPassword: 'Bajra-2027' }),
    ]
    const { rows } = await sql<{ token: string }>`select token from sessions`.execute(db)
    expect(rows.length).toBeGreaterThan(0)
    for (const { body } of answers) {
      const text = JSON.stringify(body)
      expect(text).not.toMatch(/token/i)
      for (const { token } of rows) expect(text).not.toContain(token)
    }
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(6)
    // Pages and the API still know the person.
    expect((await client.call('get-session')).body).toMatchObject({
      user: { email },
      session: { id: expect.any(String) },
    })
  })

  it('are not opened with a cookie that was made up or changed', async () => {
    const { email } = await customer()
    const client = await signedIn(email)
    // Another character in every case: the token is random.
    for (const [name, value] of client.jar)
      client.jar.set(name, `${value.slice(0, 5)}${value[5] === 'x' ? 'y' : 'x'}${value.slice(6)}`)
    expect((await client.call('get-session')).body).toBe('null')
  })
})

describe('posts from other sites', () => {
  const EVIL = 'https://evil.test'

  it.each([
    ['sign-out', {}],
    ['change-password', { currentPassword: PASSWORD, newPassword: 'Bajra-2027' }],
    ['update-user', { name: 'Changed' }],
    ['revoke-other-sessions', {}],
  ])('%s with another person’s cookie is refused', async (path, body) => {
    const { email } = await customer()
    const client = await signedIn(email)
    for (const origin of [EVIL, 'null', `${ORIGIN}.evil.test`])
      expect((await client.call(path, body, { origin })).status).toBe(403)
    expect((await client.call('get-session')).body).toMatchObject({ user: { email, name: 'Ananya Rao' } })
  })

  it('open no session', async () => {
    const { email } = await customer()
    const headers = { origin: EVIL, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    const client = browser(auth)
    expect((await client.call('sign-in/email', { email, password: PASSWORD }, headers)).status).toBe(403)
    expect(client.jar.size).toBe(0)
  })

  it('do not redirect to other sites', async () => {
    const { email } = await customer()
    const there = `${EVIL}/take`
    const client = browser(auth)
    expect((await client.call('request-password-reset', { email, redirectTo: there })).status).toBe(403)
    expect((await client.call('send-verification-email', { email, callbackURL: there })).status).toBe(403)
    const signIn = { email, password: PASSWORD, callbackURL: there }
    expect((await client.call('sign-in/email', signIn)).status).toBe(403)
  })
})
