import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { countPasswordAttempt } from '#infra/accounts/guess-limits.ts'
import { checkPassword } from '#infra/accounts/password.ts'
import { networkOf } from '#infra/rate-limits/network.ts'
import { createRateLimiter } from '#infra/rate-limits/rate-limits.ts'
import { browser, mailsTo, PASSWORD, testAuth } from '#tests/accounts.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'

const ground = await testDatabase()
const { db } = ground
let now = NOW
const limits = createRateLimiter(db, { enabled: true, now: () => now, secret: SECRET })
/** One process of the shop: an account library of its own on the database of all. */
const process = () => testAuth(ground, { limits })
const [one, two] = [process(), process()]

const guess = (auth: typeof one, email: string, address: string, password = 'Wrong-2026') =>
  browser(auth, address).ask('sign-in/email', { email, password })

let last = 0
/** A network without any request so far. */
const somewhere = () => `198.51.${++last >> 8}.${last & 255}`

describe('guessing', () => {
  it.each(['known', 'unknown'])(
    'is limited for a %s address, from wherever and at whichever process',
    async (kind) => {
      const { email } =
        kind === 'known' ? await makeUser(db, { password: PASSWORD }) : { email: 'nobody@example.test' }
      for (let tried = 0; tried < 10; tried++)
        expect((await guess(tried % 2 ? one : two, email, somewhere())).status).toBe(401)
      for (const auth of [one, two]) {
        const refused = await guess(auth, ` ${email.toUpperCase()} `.trim(), somewhere())
        expect(refused.status).toBe(429)
        expect(Number(refused.headers.get('x-retry-after'))).toBe(900)
      }
      expect((await guess(one, email, somewhere(), PASSWORD)).status).toBe(429)
      now = new Date(NOW.getTime() + 900_000)
      expect((await guess(one, email, somewhere())).status).toBe(401)
      now = NOW
    },
  )

  it('is counted exactly when it comes at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => guess(n % 2 ? one : two, 'crowd@example.test', somewhere())),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  })

  it.each([
    ['203.0.113.50', '203.0.113.50', '203.0.113.51'],
    ['2001:db8:7:7::1', '2001:db8:7:7:ffff::2', '2001:db8:7:8::1'],
  ])('is limited for a network that tries many addresses: %s and %s, not %s', async (first, same, other) => {
    const network = networkOf(first)
    for (let tried = 0; tried < 98; tried++)
      await limits.consume('password network', network, { max: 100, seconds: 900 })
    const statuses: number[] = []
    for (const from of [first, same, first, same, other])
      statuses.push((await guess(one, `spray-${statuses.length}@example.test`, from)).status)
    expect(statuses).toEqual([401, 401, 429, 429, 401])
  })

  it('is forgotten once the owner has signed in', async () => {
    const { email } = await makeUser(db, { password: PASSWORD })
    for (let tried = 0; tried < 9; tried++) await guess(one, email, somewhere())
    expect((await guess(two, email, somewhere(), PASSWORD)).status).toBe(200)
    for (let tried = 0; tried < 9; tried++) expect((await guess(one, email, somewhere())).status).toBe(401)
  })
})

it('the password is not found out with a stolen session, from however many networks', async () => {
  const { email } = await makeUser(db, { password: PASSWORD })
  const owner = browser(one, somewhere())
  await owner.ask('sign-in/email', { email, password: PASSWORD })
  const change = (auth: typeof one, currentPassword: string) => {
    const thief = browser(auth, somewhere())
    for (const [name, value] of owner.jar) thief.jar.set(name, value)
    return thief.ask('change-password', { currentPassword, newPassword: 'Bajra-2027' })
  }
  for (let tried = 0; tried < 10; tried++)
    expect((await change(tried % 2 ? one : two, 'Wrong-2026')).status).toBe(400)
  for (const auth of [one, two]) expect((await change(auth, PASSWORD)).status).toBe(429)
})

it('a password can be tried ten times in a quarter of an hour, wherever it is asked for', async () => {
  const { email, id } = await makeUser(db, {
    email: 'Many.Doors@example.test'.toLowerCase(),
    password: PASSWORD,
  })
  const owner = browser(one, somewhere())
  await owner.ask('sign-in/email', { email, password: PASSWORD })
  const thief = () => {
    const client = browser(one, somewhere())
    for (const [name, value] of owner.jar) client.jar.set(name, value)
    return client
  }
  const doors = {
    signIn: async (password: string) => (await guess(two, email, somewhere(), password)).status,
    change: async (currentPassword: string) =>
      (await thief().ask('change-password', { currentPassword, newPassword: 'Bajra-2027' })).status,
    verify: async (password: string) => (await thief().ask('verify-password', { password })).status,
    remove: async (password: string) => {
      const checked = await checkPassword({ db, limits }, { id, email, password, address: somewhere() })
      return checked.ok ? 200 : 'wait' in checked ? 429 : 400
    },
  }
  const tried: number[] = []
  for (let round = 0; round < 3; round++)
    for (const door of Object.values(doors)) if (tried.length < 10) tried.push(await door('Wrong-2026'))
  expect(tried.every((status) => status === 400 || status === 401)).toBe(true)
  for (const [name, door] of Object.entries(doors)) expect([name, await door(PASSWORD)]).toEqual([name, 429])
})

it('a network that tries the passwords of many is limited, wherever they are asked for', async () => {
  const address = somewhere()
  for (let n = 0; n < 100; n++)
    await countPasswordAttempt(limits, { email: `crowd-${n}@example.test`, address })
  const { email, id } = await makeUser(db, { password: PASSWORD })
  expect(await checkPassword({ db, limits }, { id, email, password: PASSWORD, address })).toMatchObject({
    wait: 900,
  })
  expect((await guess(one, email, address, PASSWORD)).status).toBe(429)
})

it('requests that the library refuses by itself are counted too', async () => {
  const from = browser(one, somewhere())
  const statuses: number[] = []
  for (let tried = 0; tried < 5; tried++) {
    const sent = { email: 'x', redirectTo: `http://evil.test/${'a'.repeat(500)}` }
    statuses.push((await from.ask('request-password-reset', sent)).status)
  }
  expect(statuses).toEqual([403, 403, 403, 429, 429])
})

describe('mails', () => {
  it.each(['known', 'unknown'])('to a %s address are no more than five an hour', async (kind) => {
    const email = `${kind}-mailed@example.test`
    if (kind === 'known') await makeUser(db, { email, password: PASSWORD })
    const asked = (auth: typeof one) => browser(auth, somewhere()).ask('request-password-reset', { email })
    for (let tried = 0; tried < 5; tried++) expect((await asked(tried % 2 ? one : two)).status).toBe(200)
    expect((await asked(one)).status).toBe(429)
    expect(await mailsTo(ground, one, email)).toHaveLength(kind === 'known' ? 5 : 0)
  })

  it('with a link for who signs in before it was used are no more than five an hour', async () => {
    const { email } = await makeUser(db, { password: PASSWORD, emailVerified: false })
    for (let tried = 0; tried < 7; tried++)
      expect((await guess(tried % 2 ? one : two, email, somewhere(), PASSWORD)).status).toBe(401)
    expect(await mailsTo(ground, one, email)).toHaveLength(5)
    // Requested by its form, a link is still sent: a refusal would reveal earlier requests.
    const asked = await browser(one, somewhere()).ask('send-verification-email', { email })
    expect(asked.status).toBe(200)
    expect(await mailsTo(ground, one, email)).toHaveLength(6)
  })
})
