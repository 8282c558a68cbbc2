/**
 * `npm run bench -- sign-in` compares sign-ins a second with bare password hashing on the same processors, and measures
 * the times of other requests meanwhile.
 */
import { makeUser } from '#db/factories/user.ts'
import { hashPassword } from '#infra/accounts/password-hash.ts'
import { openDatabase } from '#infra/database/open.ts'
import type { Db } from '#shop/ctx.ts'
import { openBenchShop } from './bench-shop.ts'
import { runPlan } from './child.ts'
import type { Hashes, HashPlan } from './hashes.ts'
import { median, quantile, say, writeSection } from './report.ts'
import type { RequestPlan, Requests } from './requests.ts'

const PEOPLE = 200
const PASSWORD = 'Millet-2026'
const AT_ONCE = 4
const SECONDS = 3
const ROUNDS = 3

const shop = await openBenchShop()
const { db, close } = openDatabase({ url: shop.databaseUrl, poolSize: 2, onError: () => {} })
try {
  const bodies = await makeSignInBodies(db)
  const signIns = (seconds: number) =>
    runPlan<Requests>('requests.ts', {
      ...{
        url: shop.url,
        path: '/api/auth/sign-in/email',
        bodies,
        hasOwnAddresses: true,
        atOnce: AT_ONCE,
        seconds,
      },
    } satisfies RequestPlan)
  const sendOtherRequests = () =>
    runPlan<Requests>('requests.ts', {
      ...{ url: shop.url, path: '/healthz', atOnce: 1, seconds: SECONDS, pause: 5 },
    } satisfies RequestPlan)
  say('signing in, and checking passwords, in turns …')
  await signIns(1)
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const { requests, seconds } = await signIns(SECONDS)
    const hashes = await runPlan<Hashes>('hashes.ts', {
      atOnce: AT_ONCE,
      seconds: SECONDS,
    } satisfies HashPlan)
    rounds.push({ shop: requests / seconds, hashes: hashes.checked / hashes.seconds })
  }
  say('measuring other requests …')
  const alone = await sendOtherRequests()
  const [beside] = await Promise.all([sendOtherRequests(), signIns(SECONDS)])
  writeSection('sign-in', section(rounds, alone.times, beside.times))
} finally {
  await close()
  await shop.close()
}

/** The sign-in requests of new accounts. */
async function makeSignInBodies(db: Db): Promise<object[]> {
  const password = await hashPassword(PASSWORD)
  const bodies: object[] = []
  for (let number = 0; number < PEOPLE; number += 1) {
    const { id: userId, email } = await makeUser(db)
    const account = { userId, accountId: userId, providerId: 'credential', password }
    await db.insertInto('accounts').values(account).execute()
    bodies.push({ email, password: PASSWORD })
  }
  return bodies
}

function section(rounds: { shop: number; hashes: number }[], alone: number[], beside: number[]): string {
  const ratio = median(rounds.map(({ shop, hashes }) => shop / hashes))
  const row = (times: number[]) => [0.5, 0.99].map((share) => quantile(times, share).toFixed(1)).join(' | ')
  return `## Signing in

Most of the cost of a sign-in is checking the password (scrypt, on threads beside the event loop). ${AT_ONCE} at once.

| | a second |
|---|---|
| sign-ins | ${median(rounds.map(({ shop }) => shop)).toFixed(1)} |
| passwords checked, with nothing else to do | ${median(rounds.map(({ hashes }) => hashes)).toFixed(1)} |
| **ratio** (median of rounds in turns) | **${ratio.toFixed(2)}** |

How long another request (\`/healthz\`) takes:

| | p50 ms | p99 ms |
|---|---|---|
| alone | ${row(alone)} |
| while ${AT_ONCE} sign in continuously | ${row(beside)} |`
}
