import { expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { browser, PASSWORD, testAuth } from '#tests/accounts.ts'
import { testDatabase } from '#tests/database.ts'
import { setPasswordCost } from '#tests/password-cost.ts'

// A hash takes several times as long as the rest of a request, so that a missing hash shows.
setPasswordCost('noticeable')

const testDb = await testDatabase()
const auth = testAuth(testDb)
const customer = (await makeUser(testDb.db, { password: PASSWORD })).email

const ROUNDS = 40
const BODIES = {
  'sign-in/email': (email: string) => ({ email, password: 'Wrong-2026' }),
  'sign-up/email': (email: string) => ({ name: 'Meera', email, password: PASSWORD }),
  'request-password-reset': (email: string) => ({ email }),
  'send-verification-email': (email: string) => ({ email }),
}

it.each(Object.entries(BODIES))(
  '/%s takes as long for a customer’s address as for an unknown address',
  async (path, bodyOf) => {
    const times: Record<'customer' | 'stranger', number[]> = { customer: [], stranger: [] }
    const measure = async (kind: keyof typeof times) => {
      const email = kind === 'customer' ? customer : `stranger-${times.stranger.length}@example.test`
      const startedAt = performance.now()
      await browser(auth).call(path, bodyOf(email))
      times[kind].push(performance.now() - startedAt)
    }
    // The kinds alternate, so that other load on the machine affects both.
    for (let round = 0; round < ROUNDS; round++) {
      await measure(round % 2 ? 'customer' : 'stranger')
      await measure(round % 2 ? 'stranger' : 'customer')
    }
    const share = shareOfLonger(times.customer, times.stranger)
    expect(share).toBeGreaterThan(0.2)
    expect(share).toBeLessThan(0.8)
  },
)

/** The probability that a time of the first list exceeds a time of the second list: 0.5 if the lists do not differ. */
function shareOfLonger(first: number[], second: number[]): number {
  const wins = first.flatMap((a) => second.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)))
  return wins.reduce((sum, win) => sum + win, 0) / wins.length
}
