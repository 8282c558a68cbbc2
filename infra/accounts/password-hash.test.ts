import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { hashPassword, verifyPassword } from '#infra/accounts/password-hash.ts'
import { checkHash, parseSlowHash, SLOW_HASHES, slowHash } from '#shop/slow-hash.ts'
import { browser, PASSWORD, testAuth } from '#tests/accounts.ts'
import { testDatabase } from '#tests/database.ts'
import { hashWork } from '#tests/password-cost.ts'
import { rowOf } from '#tests/rows.ts'

const testDb = await testDatabase()
const { db } = testDb
const auth = testAuth(testDb)

const readHash = async (userId: string) =>
  (
    await db
      .selectFrom('accounts')
      .select('password')
      .where('userId', '=', userId)
      .where('providerId', '=', 'credential')
      .executeTakeFirstOrThrow()
  ).password ?? ''

/** `SLOW_HASHES` after a higher cost was added. */
const NEWER_HASHES = [{ name: 'scrypt-14-8-9', cost: { N: 2 ** 14, r: 8, p: 9 } }, ...SLOW_HASHES] as const

describe('the hash of a password', () => {
  it('has OWASP’s cost and names it', async () => {
    expect(SLOW_HASHES[0]).toEqual({ name: 'scrypt-14-8-5', cost: { N: 16_384, r: 8, p: 5 } })
    const hash = await hashPassword(PASSWORD)
    expect(hash).toMatch(/^scrypt-14-8-5\$[\w-]{22}\$[\w-]{43}$/)
    expect(await hashPassword(PASSWORD)).not.toBe(hash)
    expect(await verifyPassword(db, { hash, password: PASSWORD })).toBe(true)
    expect(await verifyPassword(db, { hash, password: 'Wrong-2026' })).toBe(false)
    for (const broken of ['', 'scrypt-14-8-5$', 'none$AAAA$AAAA', ':', 'abc:'])
      expect(await verifyPassword(db, { hash: broken, password: PASSWORD })).toBe(false)
  })

  it('accepts another Unicode form of the password, and is written at sign-up', async () => {
    const hash = await hashPassword('Mille\u0301t-2026')
    expect(await verifyPassword(db, { hash, password: 'Mill\u00e9t-2026' })).toBe(true)
    const email = 'new@example.test'
    await browser(auth).call('sign-up/email', { name: 'Meera', email, password: PASSWORD })
    const { id } = await rowOf(db, 'users', { email })
    expect(await readHash(id)).toMatch(/^scrypt-14-8-5\$/)
  })
})

describe('a hash of an older cost', () => {
  it('is replaced after a correct password, but not after a wrong password', async () => {
    const { id } = await makeUser(db, { password: PASSWORD })
    const hash = await readHash(id)
    expect(await verifyPassword(db, { hash, password: 'Wrong-2026' }, NEWER_HASHES)).toBe(false)
    expect(await readHash(id)).toBe(hash)
    expect(await verifyPassword(db, { hash, password: PASSWORD }, NEWER_HASHES)).toBe(true)
    const newest = await readHash(id)
    expect(newest).toMatch(/^scrypt-14-8-9\$/)
    expect(await verifyPassword(db, { hash: newest, password: PASSWORD }, NEWER_HASHES)).toBe(true)
    expect(await readHash(id)).toBe(newest)
  })

  it('does not replace a password that was changed meanwhile', async () => {
    const { id } = await makeUser(db, { password: PASSWORD })
    const hash = await readHash(id)
    const changed = await hashPassword('Another-2026')
    await db.updateTable('accounts').set({ password: changed }).where('userId', '=', id).execute()
    expect(await verifyPassword(db, { hash, password: PASSWORD }, NEWER_HASHES)).toBe(true)
    expect(await readHash(id)).toBe(changed)
  })

  it('takes as much work to check as a new hash, so that timing does not reveal its age', async () => {
    const hash = await hashPassword(PASSWORD)
    const password = 'Wrong-2026'
    const work = await hashWork(() => hashPassword(password, NEWER_HASHES))
    expect(work).toBe(2 ** 14 * 8 * 9)
    expect(await hashWork(() => verifyPassword(db, { hash, password }, NEWER_HASHES))).toBe(work)
    expect(await hashWork(() => verifyPassword(db, { hash: '', password }, NEWER_HASHES))).toBe(work)
  })
})

it('hashing alternates between networks, so that many attempts of one do not delay another', async () => {
  const hash = parseSlowHash(await slowHash('text', '$'), '$')
  if (!hash) throw new Error('the hash has no known name')
  const finished: string[] = []
  const check = (who: string) => checkHash('other', hash, SLOW_HASHES, who).then(() => finished.push(who))
  const flood = Array.from({ length: 20 }, () => check('flood'))
  await check('quiet')
  expect(finished.length).toBeLessThan(8)
  await Promise.all(flood)
})
