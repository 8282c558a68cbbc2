import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { assignReferralCode } from '#shop/referrals/assign-codes.ts'
import { browser, mailsTo, PASSWORD, testAuth } from '#tests/accounts.ts'
import { testDatabase } from '#tests/database.ts'
import { hashWork } from '#tests/password-cost.ts'

const ground = await testDatabase()
const { db } = ground
const auth = testAuth(ground, {
  onNewAccount: async (id) => {
    await assignReferralCode({ db, brand: 'Testmill' }, id)
  },
})

let made = 0
/** An address without an account. */
const unknown = () => `unknown-${++made}@example.test`
const existing = (await makeUser(db, { password: PASSWORD })).email
const unverified = (await makeUser(db, { password: PASSWORD, emailVerified: false })).email
const withoutPassword = (await makeUser(db)).email

const ASKED = {
  'sign-in/email': (email: string) => ({ email, password: 'Wrong-2026' }),
  'sign-up/email': (email: string) => ({ name: 'Meera', email, password: PASSWORD }),
  'request-password-reset': (email: string) => ({ email }),
  'send-verification-email': (email: string) => ({ email }),
}
const PATHS = Object.keys(ASKED) as (keyof typeof ASKED)[]

async function answerFor(path: keyof typeof ASKED, email: string) {
  const { status, body, headers } = await browser(auth).call(path, ASKED[path](email))
  return { status, body, names: [...headers.keys()].toSorted(), cookies: headers.getSetCookie() }
}

/** Removes differences between two answers that reveal nothing: times, ids, random values and the sent address. */
function bare(answer: Awaited<ReturnType<typeof answerFor>>) {
  return JSON.stringify(answer)
    .replace(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"id"')
    .replace(/"\d{4}-\d\d-\d\dT[^"]+"/g, '"time"')
    .replace(/"[^"]+@example\.test"/g, '"address"')
    .replace(/(?<=sign_up=)[^;]+/g, 'random')
}

describe('answers do not show who has an account', () => {
  it('but the owner, who hears of what was asked', async () => {
    const { email } = await makeUser(db, { password: PASSWORD })
    for (const path of PATHS) await answerFor(path, email)
    expect((await mailsTo(ground, auth, email)).map(({ subject }) => subject).toSorted()).toEqual([
      'Reset your password at Testmill',
      'You already have an account at Testmill',
    ])
  })

  it.each(PATHS)('from what /%s answers', async (path) => {
    const stranger = bare(await answerFor(path, unknown()))
    for (const email of [existing, unverified, withoutPassword])
      expect(bare(await answerFor(path, email))).toBe(stranger)
  })

  it('from signing up with an address, and then signing in with the password that it was given', async () => {
    const chosen = 'Thinai-2026'
    const tried = async (email: string) => {
      const { call } = browser(auth)
      await call('sign-up/email', { name: 'Meera', email, password: chosen })
      const { status, body, headers } = await call('sign-in/email', { email, password: chosen })
      return bare({ status, body, names: [...headers.keys()].toSorted(), cookies: headers.getSetCookie() })
    }
    const fresh = unknown()
    const stranger = await tried(fresh)
    expect(stranger).toContain('Invalid email or password')
    for (const email of [existing, unverified, withoutPassword]) expect(await tried(email)).toBe(stranger)
    expect((await mailsTo(ground, auth, fresh)).map(({ subject }) => subject)).toEqual([
      'Verify your email address for Testmill',
      'Verify your email address for Testmill',
    ])
  })

  it('from signing up several times at the same moment', async () => {
    const together = (email: string) =>
      Promise.all(Array.from({ length: 4 }, () => answerFor('sign-up/email', email)))
    const fresh = unknown()
    const answers = [...(await together(fresh)), ...(await together(existing))]
    expect(new Set(answers.map(bare)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    const rows = await db.selectFrom('users').select('id').where('email', '=', fresh).execute()
    expect(rows).toHaveLength(1)
  })

  // Hashes are the only work of these requests that a stranger can measure. The lab compares times.
  it.each(PATHS)('from the work of hashes that /%s does', async (path) => {
    const workFor = (email: string) => hashWork(() => answerFor(path, email))
    const stranger = await workFor(unknown())
    for (const email of [existing, unverified, withoutPassword]) expect(await workFor(email)).toBe(stranger)
    expect(stranger > 0).toBe(path.startsWith('sign-'))
  })
})
