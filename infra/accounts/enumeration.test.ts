import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { assignReferralCode } from '#shop/referrals/assign-codes.ts'
import { browser, PASSWORD, readMailsTo, testAuth } from '#tests/accounts.ts'
import { testDatabase } from '#tests/database.ts'
import { hashWork } from '#tests/password-cost.ts'

const testDb = await testDatabase()
const { db } = testDb
const auth = testAuth(testDb, {
  onNewAccount: async (id) => {
    await assignReferralCode({ db, brand: 'Testmill' }, id)
  },
})

let serial = 0
/** An address without an account. */
const unknownEmail = () => `unknown-${++serial}@example.test`
const existing = (await makeUser(db, { password: PASSWORD })).email
const unverified = (await makeUser(db, { password: PASSWORD, emailVerified: false })).email
const withoutPassword = (await makeUser(db)).email

const BODIES = {
  'sign-in/email': (email: string) => ({ email, password: 'Wrong-2026' }),
  'sign-up/email': (email: string) => ({ name: 'Meera', email, password: PASSWORD }),
  'request-password-reset': (email: string) => ({ email }),
  'send-verification-email': (email: string) => ({ email }),
}
const PATHS = Object.keys(BODIES) as (keyof typeof BODIES)[]

async function answerFor(path: keyof typeof BODIES, email: string) {
  const { status, body, headers } = await browser(auth).call(path, BODIES[path](email))
  return { status, body, names: [...headers.keys()].toSorted(), cookies: headers.getSetCookie() }
}

/** Removes differences that reveal nothing: times, ids, random values and the email address in the request. */
function comparable(answer: Awaited<ReturnType<typeof answerFor>>) {
  return JSON.stringify(answer)
    .replace(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"id"')
    .replace(/"\d{4}-\d\d-\d\dT[^"]+"/g, '"time"')
    .replace(/"[^"]+@example\.test"/g, '"address"')
    .replace(/(?<=sign_up=)[^;]+/g, 'random')
}

describe('a request with an existing address', () => {
  it('emails the owner of the account', async () => {
    const { email } = await makeUser(db, { password: PASSWORD })
    for (const path of PATHS) await answerFor(path, email)
    expect((await readMailsTo(testDb, auth, email)).map(({ subject }) => subject).toSorted()).toEqual([
      'Reset your password at Testmill',
      'You already have an account at Testmill',
    ])
  })

  it.each(PATHS)('to /%s gets the same response as an unknown address', async (path) => {
    const expected = comparable(await answerFor(path, unknownEmail()))
    for (const email of [existing, unverified, withoutPassword])
      expect(comparable(await answerFor(path, email))).toBe(expected)
  })

  it('to sign up, then sign in with that password, gets the same responses as an unknown address', async () => {
    const chosen = 'Thinai-2026'
    const signUpThenSignIn = async (email: string) => {
      const { call } = browser(auth)
      await call('sign-up/email', { name: 'Meera', email, password: chosen })
      const { status, body, headers } = await call('sign-in/email', { email, password: chosen })
      return comparable({
        status,
        body,
        names: [...headers.keys()].toSorted(),
        cookies: headers.getSetCookie(),
      })
    }
    const fresh = unknownEmail()
    const expected = await signUpThenSignIn(fresh)
    expect(expected).toContain('Invalid email or password')
    for (const email of [existing, unverified, withoutPassword])
      expect(await signUpThenSignIn(email)).toBe(expected)
    expect((await readMailsTo(testDb, auth, fresh)).map(({ subject }) => subject)).toEqual([
      'Verify your email address for Testmill',
      'Verify your email address for Testmill',
    ])
  })

  it('to sign up several times at once gets the same responses as an unknown address', async () => {
    const signUpTogether = (email: string) =>
      Promise.all(Array.from({ length: 4 }, () => answerFor('sign-up/email', email)))
    const fresh = unknownEmail()
    const answers = [...(await signUpTogether(fresh)), ...(await signUpTogether(existing))]
    expect(new Set(answers.map(comparable)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    const rows = await db.selectFrom('users').select('id').where('email', '=', fresh).execute()
    expect(rows).toHaveLength(1)
  })

  // Hashing is the only work that a stranger can measure. The lab compares times.
  it.each(PATHS)('to /%s hashes as much as for an unknown address', async (path) => {
    const workFor = (email: string) => hashWork(() => answerFor(path, email))
    const expected = await workFor(unknownEmail())
    for (const email of [existing, unverified, withoutPassword]) expect(await workFor(email)).toBe(expected)
    expect(expected > 0).toBe(path.startsWith('sign-'))
  })
})
