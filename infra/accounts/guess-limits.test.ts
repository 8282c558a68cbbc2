import { beforeEach, describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { countPasswordAttempt } from '#infra/accounts/guess-limits.ts'
import { checkPassword } from '#infra/accounts/password.ts'
import { networkOf } from '#infra/rate-limits/network.ts'
import { createRateLimiter } from '#infra/rate-limits/rate-limits.ts'
import { browser, findLink, ORIGIN, PASSWORD, readMailsTo, testAuth } from '#tests/accounts.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'
import { repeatAttempt } from '#tests/repeated-attempts.ts'

const testDb = await testDatabase()
const { db } = testDb
let now = NOW
const limits = createRateLimiter(db, { enabled: true, now: () => now, secret: SECRET })
/** One process of the shop: its own account library on the shared database. */
const startProcess = () => testAuth(testDb, { limits })
const [processA, processB] = [startProcess(), startProcess()]

const guess = (auth: typeof processA, email: string, address: string, password = 'Wrong-2026') =>
  browser(auth, address).call('sign-in/email', { email, password })

beforeEach(() => {
  now = NOW
})
/** A known device has three attempts in ten seconds. */
const passTenSeconds = () => {
  now = new Date(now.getTime() + 10_000)
}

let last = 0
/** Returns the address of a network without earlier requests. */
const newNetwork = () => `198.51.${++last >> 8}.${last & 255}`

describe('sign-in attempts', () => {
  it.each(['known', 'unknown'])(
    'stop after ten for a %s address, over all networks and processes',
    async (kind) => {
      const { email } =
        kind === 'known' ? await makeUser(db, { password: PASSWORD }) : { email: 'nobody@example.test' }
      for (let attempt = 0; attempt < 10; attempt++)
        expect((await guess(attempt % 2 ? processA : processB, email, newNetwork())).status).toBe(401)
      for (const auth of [processA, processB]) {
        const refused = await guess(auth, ` ${email.toUpperCase()} `.trim(), newNetwork())
        expect(refused.status).toBe(429)
        expect(Number(refused.headers.get('x-retry-after'))).toBe(900)
      }
      expect((await guess(processA, email, newNetwork(), PASSWORD)).status).toBe(429)
      now = new Date(NOW.getTime() + 900_000)
      expect((await guess(processA, email, newNetwork())).status).toBe(401)
      now = NOW
    },
  )

  it('are counted exactly when they arrive at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        guess(n % 2 ? processA : processB, 'crowd@example.test', newNetwork()),
      ),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  })

  it.each([
    ['203.0.113.50', '203.0.113.50', '203.0.113.51'],
    ['2001:db8:7:7::1', '2001:db8:7:7:ffff::2', '2001:db8:7:8::1'],
  ])(
    'stop after 100 for a network: %s and %s are in one network, %s is in another',
    async (first, same, other) => {
      const network = networkOf(first)
      await repeatAttempt(db, 98, () =>
        limits.consume('password network', network, { max: 100, seconds: 900 }),
      )
      const statuses: number[] = []
      for (const from of [first, same, first, same, other])
        statuses.push((await guess(processA, `spray-${statuses.length}@example.test`, from)).status)
      expect(statuses).toEqual([401, 401, 429, 429, 401])
    },
  )

  it('are refunded when the owner signs in', async () => {
    const { email } = await makeUser(db, { password: PASSWORD })
    for (let attempt = 0; attempt < 9; attempt++) await guess(processA, email, newNetwork())
    expect((await guess(processB, email, newNetwork(), PASSWORD)).status).toBe(200)
    for (let attempt = 0; attempt < 9; attempt++)
      expect((await guess(processA, email, newNetwork())).status).toBe(401)
  })
})

it('a stolen session has ten attempts at the password, over all networks and processes', async () => {
  const { email } = await makeUser(db, { password: PASSWORD })
  const owner = browser(processA, newNetwork())
  await owner.call('sign-in/email', { email, password: PASSWORD })
  const changePassword = (auth: typeof processA, currentPassword: string) => {
    return copyCookies(auth, owner).call('change-password', { currentPassword, newPassword: 'Bajra-2027' })
  }
  for (let attempt = 0; attempt < 10; attempt++) {
    expect((await changePassword(attempt % 2 ? processA : processB, 'Wrong-2026')).status).toBe(400)
    passTenSeconds()
  }
  for (const auth of [processA, processB]) expect((await changePassword(auth, PASSWORD)).status).toBe(429)
})

it('all forms that check a password share ten attempts', async () => {
  const { email, id } = await makeUser(db, {
    email: 'many.forms@example.test',
    password: PASSWORD,
  })
  const owner = browser(processA, newNetwork())
  await owner.call('sign-in/email', { email, password: PASSWORD })
  /** Every form that checks the password, in a browser with the matching cookies of the owner. */
  const formsWith = (which: RegExp) => {
    const thief = () => copyCookies(processB, owner, which)
    return {
      signIn: async (password: string) => (await thief().call('sign-in/email', { email, password })).status,
      changePassword: async (currentPassword: string) =>
        (await thief().call('change-password', { currentPassword, newPassword: 'Bajra-2027' })).status,
      verify: async (password: string) => (await thief().call('verify-password', { password })).status,
      remove: async (password: string) => {
        const headers = new Headers({ 'x-real-ip': newNetwork(), cookie: cookiesIn(thief()) })
        const checked = await checkPassword({ auth: processA, db, limits }, { id, email, password, headers })
        return checked.ok ? 200 : 'wait' in checked ? 429 : 400
      },
    }
  }
  const fromNewDevice = formsWith(/session/)
  const fromKnownDevice = formsWith(/./)
  for (const forms of [fromNewDevice, fromKnownDevice]) {
    const statuses: number[] = []
    for (let round = 0; round < 3; round++)
      for (const submit of Object.values(forms))
        if (statuses.length < 10) statuses.push(await submit('Wrong-2026'))
    expect(statuses.every((status) => status === 400 || status === 401)).toBe(true)
    for (const [name, submit] of Object.entries(forms))
      expect([name, await submit(PASSWORD)]).toEqual([name, 429])
  }
})

describe('a known device', () => {
  const signInOwner = async () => {
    const { email } = await makeUser(db, { password: PASSWORD })
    const owner = browser(processA, newNetwork())
    await owner.call('sign-in/email', { email, password: PASSWORD })
    const attemptSignIn = (client: ReturnType<typeof browser>, password = 'Wrong-2026') =>
      client.call('sign-in/email', { email, password }).then(({ status }) => status)
    return { email, owner, attemptSignIn }
  }
  const exhaustAttempts = async (attemptSignIn: () => Promise<number>) => {
    for (let attempt = 0; attempt < 10; attempt++) {
      expect(await attemptSignIn()).toBe(401)
      passTenSeconds()
    }
    expect(await attemptSignIn()).toBe(429)
  }

  it('signs in after a stranger used up the attempts, and does not refund them', async () => {
    const { owner, attemptSignIn } = await signInOwner()
    const device = copyCookies(processA, owner, /known/)
    await exhaustAttempts(() => attemptSignIn(browser(processA, newNetwork())))
    expect(await attemptSignIn(device, PASSWORD)).toBe(200)
    expect(await attemptSignIn(browser(processB, newNetwork()), PASSWORD)).toBe(429)
  })

  it('signs in from a network without attempts left', async () => {
    const { owner, attemptSignIn } = await signInOwner()
    const address = newNetwork()
    await repeatAttempt(db, 101, () =>
      countPasswordAttempt(limits, { email: 'n@example.test', device: null, address }),
    )
    expect(await attemptSignIn(browser(processA, address), PASSWORD)).toBe(429)
    expect(await attemptSignIn(copyCookies(processA, owner, /known/, address), PASSWORD)).toBe(200)
  })

  it.each(['sign-in/email', 'change-password'])(
    'has its own flood limit for %s, which other devices in its network do not use up',
    async (path) => {
      const { email, owner } = await signInOwner()
      const address = newNetwork()
      const body = { email, password: 'Wrong-2026', currentPassword: 'Wrong-2026', newPassword: 'Bajra-2027' }
      const call = (client: ReturnType<typeof browser>) =>
        client.call(path, body).then(({ status }) => status !== 429)
      const answers: boolean[] = []
      for (const client of [browser(processA, address), copyCookies(processA, owner, /./, address)])
        for (let attempt = 0; attempt < 4; attempt++) answers.push(await call(client))
      expect(answers).toEqual([true, true, true, false, true, true, true, false])
      const forged = browser(processA, address)
      forged.jar.set('better-auth.known_device', `${await idOf(email)}_1764000000000.forged`)
      expect(await call(forged)).toBe(false)
    },
  )

  it('becomes unknown when another device sets a new password', async () => {
    const { email, owner, attemptSignIn } = await signInOwner()
    const copied = copyCookies(processA, owner, /known/)
    const change = { currentPassword: PASSWORD, newPassword: 'Bajra-2027' }
    expect((await owner.call('change-password', change)).status).toBe(200)
    await exhaustAttempts(() => attemptSignIn(browser(processA, newNetwork())))
    expect(await attemptSignIn(copied, 'Bajra-2027')).toBe(429)
    const here = copyCookies(processA, owner, /known/)
    expect(await attemptSignIn(here, 'Bajra-2027')).toBe(200)

    const elsewhere = browser(processA, newNetwork())
    await elsewhere.call('request-password-reset', { email, redirectTo: `${ORIGIN}/auth/reset-password` })
    const [mail] = (await readMailsTo(testDb, processA, email)).filter(({ text }) => text.includes('token='))
    const token = mail && findLink(mail).searchParams.get('token')
    const reset = { token, newPassword: 'Jowar-2028' }
    expect((await elsewhere.call('reset-password', reset)).status).toBe(200)
    expect(await attemptSignIn(here, 'Jowar-2028')).toBe(429)
    expect(await attemptSignIn(copyCookies(processA, elsewhere, /known/), 'Jowar-2028')).toBe(200)
  })

  it('has ten attempts of its own, which newer cookies and strangers do not use up', async () => {
    const { owner, attemptSignIn } = await signInOwner()
    const thief = () => copyCookies(processB, owner, /known/)
    await attemptSignIn(owner, PASSWORD)
    const earlier = copyCookies(processA, owner, /known/)
    await attemptSignIn(owner, PASSWORD)
    await exhaustAttempts(() => attemptSignIn(copyCookies(processB, earlier, /known/)))
    expect(await attemptSignIn(thief(), PASSWORD)).toBe(200)
    expect(await attemptSignIn(browser(processA, newNetwork()))).toBe(401)
  })

  it('is known only for the account that signed in on it, and not with a forged cookie', async () => {
    const [mine, other] = [await signInOwner(), await signInOwner()]
    await exhaustAttempts(() => other.attemptSignIn(browser(processA, newNetwork())))
    expect(await other.attemptSignIn(copyCookies(processA, mine.owner, /known/), PASSWORD)).toBe(429)
    const forged = browser(processA, newNetwork())
    forged.jar.set('better-auth.known_device', `${await idOf(other.email)}_1764000000000.forged`)
    expect(await other.attemptSignIn(forged, PASSWORD)).toBe(429)
  })
})

const idOf = async (email: string) =>
  (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id

const cookiesIn = ({ jar }: ReturnType<typeof browser>) =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

/** Returns another browser with the matching cookies of the owner. */
function copyCookies(
  auth: typeof processA,
  owner: ReturnType<typeof browser>,
  which = /./,
  address = newNetwork(),
) {
  const thief = browser(auth, address)
  for (const [name, value] of owner.jar) if (which.test(name)) thief.jar.set(name, value)
  return thief
}

it('all forms that check a password share the 100 attempts of a network', async () => {
  const address = newNetwork()
  await repeatAttempt(db, 100, () =>
    countPasswordAttempt(limits, { email: 'one-of-many@example.test', device: null, address }),
  )
  const { email, id } = await makeUser(db, { password: PASSWORD })
  const headers = new Headers({ 'x-real-ip': address })
  const attempt = { id, email, password: PASSWORD, headers }
  expect(await checkPassword({ auth: processA, db, limits }, attempt)).toMatchObject({ wait: 900 })
  expect((await guess(processA, email, address, PASSWORD)).status).toBe(429)
})

it('correct passwords use up no attempts of a network', async () => {
  const address = newNetwork()
  const { email } = await makeUser(db, { password: PASSWORD })
  await repeatAttempt(db, 99, () =>
    limits.consume('password network', networkOf(address), { max: 100, seconds: 900 }),
  )
  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect((await guess(processA, email, address, PASSWORD)).status).toBe(200)
    passTenSeconds()
  }
  const statuses = [await guess(processA, email, address), await guess(processA, email, address)]
  expect(statuses.map(({ status }) => status)).toEqual([401, 429])
})

it('the flood limit counts requests that the library refuses', async () => {
  const from = browser(processA, newNetwork())
  const statuses: number[] = []
  for (let attempt = 0; attempt < 5; attempt++) {
    const body = { email: 'x', redirectTo: `http://evil.test/${'a'.repeat(500)}` }
    statuses.push((await from.call('request-password-reset', body)).status)
  }
  expect(statuses).toEqual([403, 403, 403, 429, 429])
})

describe('emails', () => {
  it.each(['known', 'unknown'])('to a %s address stop after five in an hour', async (kind) => {
    const email = `${kind}-mailed@example.test`
    if (kind === 'known') await makeUser(db, { email, password: PASSWORD })
    const requestReset = (auth: typeof processA) =>
      browser(auth, newNetwork()).call('request-password-reset', { email })
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await requestReset(attempt % 2 ? processA : processB)).status).toBe(200)
    expect((await requestReset(processA)).status).toBe(429)
    expect(await readMailsTo(testDb, processA, email)).toHaveLength(kind === 'known' ? 5 : 0)
  })

  it('with verification links that are sent at sign-in stop after five in an hour', async () => {
    const { email } = await makeUser(db, { password: PASSWORD, emailVerified: false })
    for (let attempt = 0; attempt < 7; attempt++)
      expect((await guess(attempt % 2 ? processA : processB, email, newNetwork(), PASSWORD)).status).toBe(401)
    expect(await readMailsTo(testDb, processA, email)).toHaveLength(5)
    // The form still sends a link: a refusal would reveal earlier requests.
    const response = await browser(processA, newNetwork()).call('send-verification-email', { email })
    expect(response.status).toBe(200)
    expect(await readMailsTo(testDb, processA, email)).toHaveLength(6)
  })
})
