import { beforeEach, describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { countPasswordAttempt } from '#infra/accounts/guess-limits.ts'
import { checkPassword } from '#infra/accounts/password.ts'
import { networkOf } from '#infra/rate-limits/network.ts'
import { createRateLimiter } from '#infra/rate-limits/rate-limits.ts'
import { browser, linkIn, mailsTo, ORIGIN, PASSWORD, testAuth } from '#tests/accounts.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'

const ground = await testDatabase()
const { db } = ground
let now = NOW
const limits = createRateLimiter(db, { enabled: true, now: () => now, secret: SECRET })
/** One process of the shop: an account library of its own on the database of all. */
const process = () => testAuth(ground, { limits })
const [processA, processB] = [process(), process()]

const guess = (auth: typeof processA, email: string, address: string, password = 'Wrong-2026') =>
  browser(auth, address).call('sign-in/email', { email, password })

beforeEach(() => {
  now = NOW
})
/** A known browser may try three times in ten seconds. */
const later = () => {
  now = new Date(now.getTime() + 10_000)
}

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
        expect((await guess(tried % 2 ? processA : processB, email, somewhere())).status).toBe(401)
      for (const auth of [processA, processB]) {
        const refused = await guess(auth, ` ${email.toUpperCase()} `.trim(), somewhere())
        expect(refused.status).toBe(429)
        expect(Number(refused.headers.get('x-retry-after'))).toBe(900)
      }
      expect((await guess(processA, email, somewhere(), PASSWORD)).status).toBe(429)
      now = new Date(NOW.getTime() + 900_000)
      expect((await guess(processA, email, somewhere())).status).toBe(401)
      now = NOW
    },
  )

  it('is counted exactly when it comes at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        guess(n % 2 ? processA : processB, 'crowd@example.test', somewhere()),
      ),
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
      statuses.push((await guess(processA, `spray-${statuses.length}@example.test`, from)).status)
    expect(statuses).toEqual([401, 401, 429, 429, 401])
  })

  it('is forgotten once the owner has signed in', async () => {
    const { email } = await makeUser(db, { password: PASSWORD })
    for (let tried = 0; tried < 9; tried++) await guess(processA, email, somewhere())
    expect((await guess(processB, email, somewhere(), PASSWORD)).status).toBe(200)
    for (let tried = 0; tried < 9; tried++)
      expect((await guess(processA, email, somewhere())).status).toBe(401)
  })
})

it('the password is not found out with a stolen session, from however many networks', async () => {
  const { email } = await makeUser(db, { password: PASSWORD })
  const owner = browser(processA, somewhere())
  await owner.call('sign-in/email', { email, password: PASSWORD })
  const changePassword = (auth: typeof processA, currentPassword: string) => {
    return stolen(auth, owner).call('change-password', { currentPassword, newPassword: 'Bajra-2027' })
  }
  for (let tried = 0; tried < 10; tried++) {
    expect((await changePassword(tried % 2 ? processA : processB, 'Wrong-2026')).status).toBe(400)
    later()
  }
  for (const auth of [processA, processB]) expect((await changePassword(auth, PASSWORD)).status).toBe(429)
})

it('a password can be tried ten times in a quarter of an hour, wherever it is asked for', async () => {
  const { email, id } = await makeUser(db, {
    email: 'Many.Doors@example.test'.toLowerCase(),
    password: PASSWORD,
  })
  const owner = browser(processA, somewhere())
  await owner.call('sign-in/email', { email, password: PASSWORD })
  /** Every place that asks for the password, in a browser with these of the owner's cookies. */
  const places = (which: RegExp) => {
    const thief = () => stolen(processB, owner, which)
    return {
      signIn: async (password: string) => (await thief().call('sign-in/email', { email, password })).status,
      changePassword: async (currentPassword: string) =>
        (await thief().call('change-password', { currentPassword, newPassword: 'Bajra-2027' })).status,
      verify: async (password: string) => (await thief().call('verify-password', { password })).status,
      remove: async (password: string) => {
        const headers = new Headers({ 'x-real-ip': somewhere(), cookie: cookiesIn(thief()) })
        const checked = await checkPassword({ auth: processA, db, limits }, { id, email, password, headers })
        return checked.ok ? 200 : 'wait' in checked ? 429 : 400
      },
    }
  }
  const unknown = places(/session/)
  const familiar = places(/./)
  for (const doors of [unknown, familiar]) {
    const tried: number[] = []
    for (let round = 0; round < 3; round++)
      for (const door of Object.values(doors)) if (tried.length < 10) tried.push(await door('Wrong-2026'))
    expect(tried.every((status) => status === 400 || status === 401)).toBe(true)
    for (const [name, door] of Object.entries(doors))
      expect([name, await door(PASSWORD)]).toEqual([name, 429])
  }
})

describe('a browser that has signed in to the account before', () => {
  const withOwner = async () => {
    const { email } = await makeUser(db, { password: PASSWORD })
    const owner = browser(processA, somewhere())
    await owner.call('sign-in/email', { email, password: PASSWORD })
    const tries = (client: ReturnType<typeof browser>, password = 'Wrong-2026') =>
      client.call('sign-in/email', { email, password }).then(({ status }) => status)
    return { email, owner, tries }
  }
  const spend = async (tries: () => Promise<number>) => {
    for (let tried = 0; tried < 10; tried++) {
      expect(await tries()).toBe(401)
      later()
    }
    expect(await tries()).toBe(429)
  }

  it('signs in while a stranger uses up the tries, whose count this does not reset', async () => {
    const { owner, tries } = await withOwner()
    const device = stolen(processA, owner, /known/)
    await spend(() => tries(browser(processA, somewhere())))
    expect(await tries(device, PASSWORD)).toBe(200)
    expect(await tries(browser(processB, somewhere()), PASSWORD)).toBe(429)
  })

  it('signs in also in a network whose tries are used up', async () => {
    const { owner, tries } = await withOwner()
    const address = somewhere()
    for (let n = 0; n < 101; n++)
      await countPasswordAttempt(limits, { email: `n${n}@example.test`, device: null, address })
    expect(await tries(browser(processA, address), PASSWORD)).toBe(429)
    expect(await tries(stolen(processA, owner, /known/, address), PASSWORD)).toBe(200)
  })

  it.each(['sign-in/email', 'change-password'])(
    'is not kept out of %s by a stranger of its network who sends many, and may not send many itself',
    async (path) => {
      const { email, owner } = await withOwner()
      const address = somewhere()
      const body = { email, password: 'Wrong-2026', currentPassword: 'Wrong-2026', newPassword: 'Bajra-2027' }
      const call = (client: ReturnType<typeof browser>) =>
        client.call(path, body).then(({ status }) => status !== 429)
      const answers: boolean[] = []
      for (const client of [browser(processA, address), stolen(processA, owner, /./, address)])
        for (let tried = 0; tried < 4; tried++) answers.push(await call(client))
      expect(answers).toEqual([true, true, true, false, true, true, true, false])
      const forged = browser(processA, address)
      forged.jar.set('better-auth.known_device', `${await idOf(email)}_1764000000000.forged`)
      expect(await call(forged)).toBe(false)
    },
  )

  it('is known no more after a new password, but where that was chosen', async () => {
    const { email, owner, tries } = await withOwner()
    const copied = stolen(processA, owner, /known/)
    const change = { currentPassword: PASSWORD, newPassword: 'Bajra-2027' }
    expect((await owner.call('change-password', change)).status).toBe(200)
    await spend(() => tries(browser(processA, somewhere())))
    expect(await tries(copied, 'Bajra-2027')).toBe(429)
    const here = stolen(processA, owner, /known/)
    expect(await tries(here, 'Bajra-2027')).toBe(200)

    const elsewhere = browser(processA, somewhere())
    await elsewhere.call('request-password-reset', { email, redirectTo: `${ORIGIN}/auth/reset-password` })
    const [mail] = (await mailsTo(ground, processA, email)).filter(({ text }) => text.includes('token='))
    const token = mail && linkIn(mail).searchParams.get('token')
    const reset = { token, newPassword: 'Jowar-2028' }
    expect((await elsewhere.call('reset-password', reset)).status).toBe(200)
    expect(await tries(here, 'Jowar-2028')).toBe(429)
    expect(await tries(stolen(processA, elsewhere, /known/), 'Jowar-2028')).toBe(200)
  })

  it('has ten tries of its own, and leaves the owner and strangers theirs', async () => {
    const { owner, tries } = await withOwner()
    const thief = () => stolen(processB, owner, /known/)
    await tries(owner, PASSWORD)
    const earlier = stolen(processA, owner, /known/)
    await tries(owner, PASSWORD)
    await spend(() => tries(stolen(processB, earlier, /known/)))
    expect(await tries(thief(), PASSWORD)).toBe(200)
    expect(await tries(browser(processA, somewhere()))).toBe(401)
  })

  it('is known to this account only, and by no made-up cookie', async () => {
    const [mine, other] = [await withOwner(), await withOwner()]
    await spend(() => other.tries(browser(processA, somewhere())))
    expect(await other.tries(stolen(processA, mine.owner, /known/), PASSWORD)).toBe(429)
    const forged = browser(processA, somewhere())
    forged.jar.set('better-auth.known_device', `${await idOf(other.email)}_1764000000000.forged`)
    expect(await other.tries(forged, PASSWORD)).toBe(429)
  })
})

const idOf = async (email: string) =>
  (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id

const cookiesIn = ({ jar }: ReturnType<typeof browser>) =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

/** Another browser with those of the owner's cookies that match. */
function stolen(
  auth: typeof processA,
  owner: ReturnType<typeof browser>,
  which = /./,
  address = somewhere(),
) {
  const thief = browser(auth, address)
  for (const [name, value] of owner.jar) if (which.test(name)) thief.jar.set(name, value)
  return thief
}

it('a network that tries the passwords of many is limited, wherever they are asked for', async () => {
  const address = somewhere()
  for (let n = 0; n < 100; n++)
    await countPasswordAttempt(limits, { email: `crowd-${n}@example.test`, device: null, address })
  const { email, id } = await makeUser(db, { password: PASSWORD })
  const headers = new Headers({ 'x-real-ip': address })
  const attempt = { id, email, password: PASSWORD, headers }
  expect(await checkPassword({ auth: processA, db, limits }, attempt)).toMatchObject({ wait: 900 })
  expect((await guess(processA, email, address, PASSWORD)).status).toBe(429)
})

it('right passwords use up nothing of a network', async () => {
  const address = somewhere()
  const { email } = await makeUser(db, { password: PASSWORD })
  for (let tried = 0; tried < 99; tried += 1)
    await limits.consume('password network', networkOf(address), { max: 100, seconds: 900 })
  for (let tried = 0; tried < 3; tried += 1) {
    expect((await guess(processA, email, address, PASSWORD)).status).toBe(200)
    later()
  }
  const statuses = [await guess(processA, email, address), await guess(processA, email, address)]
  expect(statuses.map(({ status }) => status)).toEqual([401, 429])
})

it('requests that the library refuses by itself are counted too', async () => {
  const from = browser(processA, somewhere())
  const statuses: number[] = []
  for (let tried = 0; tried < 5; tried++) {
    const body = { email: 'x', redirectTo: `http://evil.test/${'a'.repeat(500)}` }
    statuses.push((await from.call('request-password-reset', body)).status)
  }
  expect(statuses).toEqual([403, 403, 403, 429, 429])
})

describe('mails', () => {
  it.each(['known', 'unknown'])('to a %s address are no more than five an hour', async (kind) => {
    const email = `${kind}-mailed@example.test`
    if (kind === 'known') await makeUser(db, { email, password: PASSWORD })
    const requestReset = (auth: typeof processA) =>
      browser(auth, somewhere()).call('request-password-reset', { email })
    for (let tried = 0; tried < 5; tried++)
      expect((await requestReset(tried % 2 ? processA : processB)).status).toBe(200)
    expect((await requestReset(processA)).status).toBe(429)
    expect(await mailsTo(ground, processA, email)).toHaveLength(kind === 'known' ? 5 : 0)
  })

  it('with a link for who signs in before it was used are no more than five an hour', async () => {
    const { email } = await makeUser(db, { password: PASSWORD, emailVerified: false })
    for (let tried = 0; tried < 7; tried++)
      expect((await guess(tried % 2 ? processA : processB, email, somewhere(), PASSWORD)).status).toBe(401)
    expect(await mailsTo(ground, processA, email)).toHaveLength(5)
    // Requested by its form, a link is still sent: a refusal would reveal earlier requests.
    const response = await browser(processA, somewhere()).call('send-verification-email', { email })
    expect(response.status).toBe(200)
    expect(await mailsTo(ground, processA, email)).toHaveLength(6)
  })
})
