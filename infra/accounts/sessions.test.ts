import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { hashPassword } from '#infra/accounts/password-hash.ts'
import { browser, findLink, ORIGIN, PASSWORD, readMailsTo, testAuth } from '#tests/accounts.ts'
import { testDatabase } from '#tests/database.ts'

const testDb = await testDatabase({ poolSize: 6 })
const { db, pool } = testDb
const auth = testAuth(testDb)

async function signIn(email: string, client = browser(auth)) {
  expect((await client.call('sign-in/email', { email, password: PASSWORD })).status).toBe(200)
  return client
}

const customer = () => makeUser(db, { password: PASSWORD })

async function sessionsOf(userId: string): Promise<number> {
  const rows = await db.selectFrom('sessions').select('id').where('userId', '=', userId).execute()
  return rows.length
}

describe('a session', () => {
  it('ends when its browser signs in again, also to another account', async () => {
    const [meera, asha] = [await customer(), await customer()]
    const client = await signIn(meera.email)
    const stolen = new Map(client.jar)
    await signIn(meera.email, client)
    expect(await sessionsOf(meera.id)).toBe(1)
    expect([...client.jar]).not.toEqual([...stolen])
    await signIn(asha.email, client)
    expect([await sessionsOf(meera.id), await sessionsOf(asha.id)]).toEqual([0, 1])
    const thief = browser(auth)
    for (const [name, value] of stolen) thief.jar.set(name, value)
    expect((await thief.call('get-session')).body).toBe('null')
  })

  it('stays when another browser signs in', async () => {
    const { email, id } = await customer()
    await signIn(email)
    const other = await signIn(email)
    expect(await sessionsOf(id)).toBe(2)
    expect((await other.call('get-session')).body).toMatchObject({ user: { email } })
  })

  it('ends when another browser changes the password; the other browser’s session gets a new token', async () => {
    const { email, id } = await customer()
    const [here, elsewhere] = [await signIn(email), await signIn(email)]
    const earlier = new Map(here.jar)
    // `revokeOtherSessions: false` has no effect.
    const change = { currentPassword: PASSWORD, newPassword: 'Bajra-2027', revokeOtherSessions: false }
    expect((await here.call('change-password', change)).status).toBe(200)
    expect((await elsewhere.call('get-session')).body).toBe('null')
    expect((await here.call('get-session')).body).toMatchObject({ user: { email } })
    expect(await sessionsOf(id)).toBe(1)
    expect([...here.jar]).not.toEqual([...earlier])
  })

  it('does not begin if the password changes during the check, but begins if only the hash changes', async () => {
    const { email, id } = await customer()
    const signInDuringChange = async (password: string) => {
      const blocker = await pool.connect()
      const client = browser(auth)
      try {
        await blocker.query('begin')
        await blocker.query('lock table sessions in exclusive mode')
        const response = client.call('sign-in/email', { email, password: PASSWORD })
        const waiting = `select 1 from pg_locks where not granted and relation = 'sessions'::regclass
          and database = (select oid from pg_database where datname = current_database())`
        await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1)
        const hash = await hashPassword(password)
        await blocker.query('update accounts set password = $1, updated_at = now() where user_id = $2', [
          hash,
          id,
        ])
        await blocker.query('commit')
        return { status: (await response).status, session: (await client.call('get-session')).body }
      } finally {
        await blocker.query('rollback').finally(() => blocker.release())
      }
    }
    expect(await signInDuringChange(PASSWORD)).toMatchObject({ status: 200, session: { user: { email } } })
    expect(await signInDuringChange('Bajra-2027')).toEqual({ status: 401, session: 'null' })
    expect(await sessionsOf(id)).toBe(1)
  })

  it('ends if two browsers change the password at the same moment and the other browser succeeds', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { email, id } = await customer()
      const clients = [await signIn(email), await signIn(email)]
      const changePassword = (client: (typeof clients)[number], newPassword: string) =>
        client.call('change-password', { currentPassword: PASSWORD, newPassword })
      const newPasswords = ['Bajra-2027', 'Jowar-2028']
      const answers = await Promise.all(
        clients.map((client, at) => changePassword(client, newPasswords[at] ?? '')),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await sessionsOf(id)).toBe(1)
      for (const [at, password] of newPasswords.entries()) {
        const { status } = await browser(auth).call('sign-in/email', { email, password })
        expect(status).toBe(answers[at]?.status === 200 ? 200 : 401)
      }
    }
  })

  it('can change the password, which emails the owner and invalidates mailed links', async () => {
    const { email } = await customer()
    const here = await signIn(email)
    await here.call('request-password-reset', { email, redirectTo: `${ORIGIN}/auth/reset-password` })
    const [resetMail] = await readMailsTo(testDb, auth, email)
    const token = resetMail ? findLink(resetMail).searchParams.get('token') : ''
    const wrong = { currentPassword: 'Wrong-2026', newPassword: 'Bajra-2027' }
    expect((await here.call('change-password', wrong)).status).toBe(400)
    expect(await readMailsTo(testDb, auth, email)).toHaveLength(1)
    expect((await here.call('change-password', { ...wrong, currentPassword: PASSWORD })).status).toBe(200)
    const [noticeMail] = await readMailsTo(testDb, auth, email)
    expect(noticeMail?.subject).toBe('Your password was changed at Testmill')
    expect(noticeMail?.text).toContain('every other device was signed out')
    const reset = await browser(auth).call('reset-password', { newPassword: 'Varagu-2028', token })
    expect(reset.body).toMatchObject({ code: 'INVALID_TOKEN' })
  })

  it('never shows its token in a response that a script can read', async () => {
    const { email } = await customer()
    const client = browser(auth)
    const signUp = { email: `new.${email}`, name: 'Asha Rao', password: PASSWORD }
    await client.call('sign-up/email', signUp)
    const [mail] = await readMailsTo(testDb, auth, signUp.email)
    const answers = [
      await client.call('sign-up/email', { ...signUp, email: `other.${email}` }),
      await client.call('verify-email', { token: mail ? findLink(mail).searchParams.get('token') : '' }),
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

  it('is not opened with a changed cookie', async () => {
    const { email } = await customer()
    const client = await signIn(email)
    // The token is random, so its character may be x already.
    for (const [name, value] of client.jar)
      client.jar.set(name, `${value.slice(0, 5)}${value[5] === 'x' ? 'y' : 'x'}${value.slice(6)}`)
    expect((await client.call('get-session')).body).toBe('null')
  })
})

const EVIL = 'https://evil.test'

describe('a POST from another site', () => {
  it.each([
    ['sign-out', {}],
    ['change-password', { currentPassword: PASSWORD, newPassword: 'Bajra-2027' }],
    ['update-user', { name: 'Changed' }],
    ['revoke-other-sessions', {}],
  ])('is refused at %s with the person’s cookie', async (path, body) => {
    const { email } = await customer()
    const client = await signIn(email)
    for (const origin of [EVIL, 'null', `${ORIGIN}.evil.test`])
      expect((await client.call(path, body, { origin })).status).toBe(403)
    expect((await client.call('get-session')).body).toMatchObject({ user: { email, name: 'Ananya Rao' } })
  })

  it('opens no session', async () => {
    const { email } = await customer()
    const headers = { origin: EVIL, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    const client = browser(auth)
    expect((await client.call('sign-in/email', { email, password: PASSWORD }, headers)).status).toBe(403)
    expect(client.jar.size).toBe(0)
  })
})

it('requests that name another site for the redirect are refused', async () => {
  const { email } = await customer()
  const there = `${EVIL}/take`
  const client = browser(auth)
  expect((await client.call('request-password-reset', { email, redirectTo: there })).status).toBe(403)
  expect((await client.call('send-verification-email', { email, callbackURL: there })).status).toBe(403)
  const body = { email, password: PASSWORD, callbackURL: there }
  expect((await client.call('sign-in/email', body)).status).toBe(403)
})
