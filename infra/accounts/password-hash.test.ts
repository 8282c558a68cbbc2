import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { hashPassword, verifyPassword } from '#infra/accounts/password-hash.ts'
import { checkHash, parseSlowHash, SLOW_HASHES, slowHash } from '#shop/slow-hash.ts'
import { browser, PASSWORD, testAuth } from '#tests/accounts.ts'
import { testDatabase } from '#tests/database.ts'
import { hashWork } from '#tests/password-cost.ts'
import { rowOf } from '#tests/rows.ts'

const ground = await testDatabase()
const { db } = ground
const auth = testAuth(ground)

const stored = async (userId: string) =>
  (
    await db
      .selectFrom('accounts')
      .select('password')
      .where('userId', '=', userId)
      .where('providerId', '=', 'credential')
      .executeTakeFirstOrThrow()
  ).password ?? ''

/** The hashes of a shop that has added a cost since. */
const LATER = [{ name: 'scrypt-14-8-9', cost: { N: 2 ** 14, r: 8, p: 9 } }, ...SLOW_HASHES] as const

describe('the hash of a password', () => {
  it('has the cost that OWASP names, and says which', async () => {
    expect(SLOW_HASHES[0]).toEqual({ name: 'scrypt-14-8-5', cost: { N: 16_384, r: 8, p: 5 } })
    const hash = await hashPassword(PASSWORD)
    expect(hash).toMatch(/^scrypt-14-8-5\$[\w-]{22}\$[\w-]{43}$/)
    expect(await hashPassword(PASSWORD)).not.toBe(hash)
    expect(await verifyPassword(db, { hash, password: PASSWORD })).toBe(true)
    expect(await verifyPassword(db, { hash, password: 'Wrong-2026' })).toBe(false)
    for (const broken of ['', 'scrypt-14-8-5$', 'none$AAAA$AAAA', ':', 'abc:'])
      expect(await verifyPassword(db, { hash: broken, password: PASSWORD })).toBe(false)
  })

  it('is the shop’s after a sign-up, and one form of Unicode is another’s', async () => {
    const hash = await hashPassword('Mille\u0301t-2026')
    expect(await verifyPassword(db, { hash, password: 'Mill\u00e9t-2026' })).toBe(true)
    const email = 'new@example.test'
    await browser(auth).call('sign-up/email', { name: 'Meera', email, password: PASSWORD })
    const { id } = await rowOf(db, 'users', { email })
    expect(await stored(id)).toMatch(/^scrypt-14-8-5\$/)
  })
})

describe('a hash of an older cost', () => {
  it('is replaced by the first right password, not by a wrong one', async () => {
    const { id } = await makeUser(db, { password: PASSWORD })
    const hash = await stored(id)
    expect(await verifyPassword(db, { hash, password: 'Wrong-2026' }, LATER)).toBe(false)
    expect(await stored(id)).toBe(hash)
    expect(await verifyPassword(db, { hash, password: PASSWORD }, LATER)).toBe(true)
    const newest = await stored(id)
    expect(newest).toMatch(/^scrypt-14-8-9\$/)
    expect(await verifyPassword(db, { hash: newest, password: PASSWORD }, LATER)).toBe(true)
    expect(await stored(id)).toBe(newest)
  })

  it('does not replace a password that was changed meanwhile', async () => {
    const { id } = await makeUser(db, { password: PASSWORD })
    const hash = await stored(id)
    const changed = await hashPassword('Another-2026')
    await db.updateTable('accounts').set({ password: changed }).where('userId', '=', id).execute()
    expect(await verifyPassword(db, { hash, password: PASSWORD }, LATER)).toBe(true)
    expect(await stored(id)).toBe(changed)
  })

  it('costs as much work as a new one, so that time does not show which it is', async () => {
    const hash = await hashPassword(PASSWORD)
    const password = 'Wrong-2026'
    const work = await hashWork(() => hashPassword(password, LATER))
    expect(work).toBe(2 ** 14 * 8 * 9)
    expect(await hashWork(() => verifyPassword(db, { hash, password }, LATER))).toBe(work)
    expect(await hashWork(() => verifyPassword(db, { hash: '', password }, LATER))).toBe(work)
  })
})

it('networks take turns, so that one with many tries does not hold up one with a few', async () => {
  const made = parseSlowHash(await slowHash('text', '$'), '$')
  if (!made) throw new Error('the hash names nothing')
  const ended: string[] = []
  const check = (who: string) => checkHash('other', made, SLOW_HASHES, who).then(() => ended.push(who))
  const flood = Array.from({ length: 20 }, () => check('flood'))
  await check('quiet')
  expect(ended.length).toBeLessThan(8)
  await Promise.all(flood)
})
