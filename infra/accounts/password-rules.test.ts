import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { openLeakedPasswords } from '#infra/accounts/leaked-passwords.ts'
import { browser, findLink, PASSWORD, readMailsTo, testAuth } from '#tests/accounts.ts'
import { testDatabase } from '#tests/database.ts'

const testDb = await testDatabase()
const { db } = testDb
const folder = await mkdtemp(join(tmpdir(), 'leaks-'))
afterAll(() => rm(folder, { recursive: true }))

const hashOf = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
const LEAKED = 'Leaked-elsewhere-1'

/** Writes a list in the format of haveibeenpwned.com's downloader. Returns its path. */
async function writeList(passwords: string[]): Promise<string> {
  const lines = passwords.map((password, at) => `${hashOf(password)}:${at + 1}`).sort()
  const path = join(folder, `${randomUUID()}.txt`)
  await writeFile(path, lines.join('\r\n'))
  return path
}

const leaked = await openLeakedPasswords(await writeList([LEAKED, 'b', 'c']))
const auth = testAuth(testDb, { leaked })

const WEAK: [string, string, string][] = [
  ['a common password', 'Password1', 'PASSWORD_COMMON'],
  ['a common password with a suffix', 'Superman2026!', 'PASSWORD_COMMON'],
  ['the shop’s name', 'My-Testmill-99', 'PASSWORD_OWN_NAME'],
  ['the person’s name', 'SavitaForever7', 'PASSWORD_OWN_NAME'],
  ['the local part of the email address', 'Hello-Sunflower-7', 'PASSWORD_OWN_NAME'],
  ['a leaked password', LEAKED, 'PASSWORD_LEAKED'],
]

let count = 0
/** Name and email address of a person. */
const person = () => ({ fullName: 'Savita Rao', email: `sunflower.${++count}@example.com` })

it.each(WEAK)('%s is refused at sign-up, for existing and new addresses', async (_, password, code) => {
  const refused = { status: 422, body: { code } }
  const existing = person()
  await makeUser(db, { ...existing, password: PASSWORD })
  for (const { fullName: name, email } of [existing, person()]) {
    expect(await browser(auth).call('sign-up/email', { name, email, password })).toMatchObject(refused)
    // Other fields of the body do not change the outcome.
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
    const [mail] = await readMailsTo(testDb, auth, email)
    if (!mail) throw new Error('no mail')
    return findLink(mail).searchParams.get('token')
  }

  it('is refused by the link that finishes a sign-up', async () => {
    const { fullName: name, email } = person()
    await browser(auth).call('sign-up/email', { name, email, password: PASSWORD })
    const token = await mailedToken(email)
    const { call } = browser(auth)
    expect(await call('verify-email', { token, name, password })).toMatchObject(refused)
    expect(await call('verify-email', { token, name, password: PASSWORD })).toMatchObject({ status: 200 })
  })

  it.each(WEAK.slice(3))('is refused by a reset link, which stays valid: %s', async (_, weak, why) => {
    const { email, fullName } = person()
    await makeUser(db, { email, fullName, password: PASSWORD })
    await browser(auth).call('request-password-reset', { email, redirectTo: '/' })
    const token = await mailedToken(email)
    const { call } = browser(auth)
    const answer = await call('reset-password', { token, newPassword: weak })
    expect(answer).toMatchObject({ status: 422, body: { code: why } })
    const strong = await call('reset-password', { token, newPassword: 'Ragi-and-Jowar-9' })
    expect(strong).toMatchObject({ status: 200 })
  })

  it.each(WEAK.slice(3))('is refused as a changed password: %s', async (_, weak, why) => {
    const { email, fullName } = person()
    await makeUser(db, { email, fullName, password: PASSWORD })
    const { call } = browser(auth)
    await call('sign-in/email', { email, password: PASSWORD })
    const change = { currentPassword: PASSWORD, newPassword: weak }
    expect(await call('change-password', change)).toMatchObject({ status: 422, body: { code: why } })
  })
})

it('finds exactly the passwords of a list of leaked passwords, however long the list is', async () => {
  for (const length of [1, 2, 3, 10, 500]) {
    const passwords = Array.from({ length }, (_, at) => `password ${at}`)
    const found = await openLeakedPasswords(await writeList(passwords))
    for (const password of passwords) expect(await found.has(password), `${password} of ${length}`).toBe(true)
    for (let at = 0; at < 50; at += 1) expect(await found.has(`another ${at}`)).toBe(false)
  }
  await writeFile(join(folder, 'empty.txt'), '')
  expect(await (await openLeakedPasswords(join(folder, 'empty.txt'))).has('a')).toBe(false)
  await expect(openLeakedPasswords(join(folder, 'missing.txt'))).rejects.toThrow('ENOENT')
})
