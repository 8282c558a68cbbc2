import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { leakedPasswords } from '#infra/accounts/leaked-passwords.ts'
import { browser, linkIn, mailsTo, PASSWORD, testAuth } from '#tests/accounts.ts'
import { testDatabase } from '#tests/database.ts'

const ground = await testDatabase()
const { db } = ground
const folder = await mkdtemp(join(tmpdir(), 'leaks-'))
afterAll(() => rm(folder, { recursive: true }))

const hashOf = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
const LEAKED = 'Leaked-elsewhere-1'

/** A list as the downloader writes it. */
async function list(passwords: string[]): Promise<string> {
  const lines = passwords.map((password, at) => `${hashOf(password)}:${at + 1}`).sort()
  const path = join(folder, `${randomUUID()}.txt`)
  await writeFile(path, lines.join('\r\n'))
  return path
}

const leaked = await leakedPasswords(await list([LEAKED, 'b', 'c']))
const auth = testAuth(ground, { leaked })

const WEAK: [string, string, string][] = [
  ['one of the commonest', 'Password1', 'PASSWORD_COMMON'],
  ['one of the commonest with a tail', 'Superman2026!', 'PASSWORD_COMMON'],
  ['the shop’s name', 'My-Testmill-99', 'PASSWORD_OWN_NAME'],
  ['the person’s name', 'SavitaForever7', 'PASSWORD_OWN_NAME'],
  ['the address before the @', 'Hello-Sunflower-7', 'PASSWORD_OWN_NAME'],
  ['a leaked one', LEAKED, 'PASSWORD_LEAKED'],
]

let count = 0
/** A person with such a name and address, who has an account or not. */
const person = () => ({ fullName: 'Savita Rao', email: `sunflower.${++count}@example.com` })

it.each(WEAK)('%s is refused at the sign-up, with an account and without', async (_, password, code) => {
  const refused = { status: 422, body: { code } }
  const existing = person()
  await makeUser(db, { ...existing, password: PASSWORD })
  for (const { fullName: name, email } of [existing, person()]) {
    expect(await browser(auth).call('sign-up/email', { name, email, password })).toMatchObject(refused)
    // The rule reads the password of this form, whatever else is sent.
    for (const other of ['Zq-Mango-5512-kl', ['x'], 5, null, {}]) {
      const body = { name, email, password, newPassword: other, token: other }
      expect(await browser(auth).call('sign-up/email', body)).toMatchObject(refused)
    }
  }
})

describe('a weak password', () => {
  const [, password, code] = WEAK[2] as (typeof WEAK)[number]
  const refused = { status: 422, body: { code } }

  async function mailedToken(email: string) {
    const [mail] = await mailsTo(ground, auth, email)
    if (!mail) throw new Error('no mail')
    return linkIn(mail).searchParams.get('token')
  }

  it('is refused by the link that finishes a sign-up', async () => {
    const { fullName: name, email } = person()
    await browser(auth).call('sign-up/email', { name, email, password: PASSWORD })
    const token = await mailedToken(email)
    const { call } = browser(auth)
    expect(await call('verify-email', { token, name, password })).toMatchObject(refused)
    expect(await call('verify-email', { token, name, password: PASSWORD })).toMatchObject({ status: 200 })
  })

  it.each(WEAK.slice(3))(
    'is refused by the link for a new password, which stays good: %s',
    async (_, weak, why) => {
      const { email, fullName } = person()
      await makeUser(db, { email, fullName, password: PASSWORD })
      await browser(auth).call('request-password-reset', { email, redirectTo: '/' })
      const token = await mailedToken(email)
      const { call } = browser(auth)
      const answer = await call('reset-password', { token, newPassword: weak })
      expect(answer).toMatchObject({ status: 422, body: { code: why } })
      const strong = await call('reset-password', { token, newPassword: 'Ragi-and-Jowar-9' })
      expect(strong).toMatchObject({ status: 200 })
    },
  )

  it.each(WEAK.slice(3))('is refused as a changed password: %s', async (_, weak, why) => {
    const { email, fullName } = person()
    await makeUser(db, { email, fullName, password: PASSWORD })
    const { call } = browser(auth)
    await call('sign-in/email', { email, password: PASSWORD })
    const change = { currentPassword: PASSWORD, newPassword: weak }
    expect(await call('change-password', change)).toMatchObject({ status: 422, body: { code: why } })
  })
})

it('a list of leaked passwords of any length finds each of its passwords and no other', async () => {
  for (const length of [1, 2, 3, 10, 500]) {
    const passwords = Array.from({ length }, (_, at) => `password ${at}`)
    const found = await leakedPasswords(await list(passwords))
    for (const password of passwords) expect(await found.has(password), `${password} of ${length}`).toBe(true)
    for (let at = 0; at < 50; at += 1) expect(await found.has(`another ${at}`)).toBe(false)
  }
  await writeFile(join(folder, 'empty.txt'), '')
  expect(await (await leakedPasswords(join(folder, 'empty.txt'))).has('a')).toBe(false)
  await expect(leakedPasswords(join(folder, 'missing.txt'))).rejects.toThrow('ENOENT')
})
