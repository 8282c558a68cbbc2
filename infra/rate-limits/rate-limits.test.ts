import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { countFactorCode, countPinAttempt, createRateLimiter } from '#infra/rate-limits/rate-limits.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'
import { repeatAttempt } from '#tests/repeated-attempts.ts'

const { db } = await testDatabase()
const HOURLY = { max: 2, seconds: 3600 }

it('makes the third attempt in an hour wait, for each caller separately', async () => {
  let now = NOW
  const limits = createRateLimiter(db, { enabled: true, now: () => now, secret: SECRET })
  const attempt = async (id: string) => limits.consume('contact', id, HOURLY)
  expect([await attempt('1.2.3.4'), await attempt('1.2.3.4')]).toEqual([0, 0])
  expect(await attempt('1.2.3.4')).toBe(3600)
  expect(await attempt('5.6.7.8')).toBe(0)
  now = new Date(NOW.getTime() + 3_599_000)
  expect(await attempt('1.2.3.4')).toBe(1)
  now = new Date(NOW.getTime() + 3_601_000)
  expect(await attempt('1.2.3.4')).toBe(0)
})

it('peeks without counting, and refunds an attempt', async () => {
  const limits = createRateLimiter(db, { enabled: true, now: () => NOW, secret: SECRET })
  const peek = () => limits.peek('codes', '7.7.7.7', HOURLY)
  expect([await peek(), await peek(), await peek()]).toEqual([0, 0, 0])
  await limits.consume('codes', '7.7.7.7', HOURLY)
  expect(await peek()).toBe(0)
  await limits.consume('codes', '7.7.7.7', HOURLY)
  expect(await peek()).toBe(3600)
  await limits.refund('codes', '7.7.7.7')
  expect([await peek(), await limits.consume('codes', '7.7.7.7', HOURLY), await peek()]).toEqual([0, 0, 3600])
})

it('counts simultaneous attempts exactly', async () => {
  const limits = createRateLimiter(db, { enabled: true, now: () => NOW, secret: SECRET })
  const waits = await Promise.all(
    Array.from({ length: 12 }, () => limits.consume('newsletter', '9.9.9.9', HOURLY)),
  )
  expect(waits.filter((wait) => wait === 0)).toHaveLength(2)
})

it('counts against several limits in one call, exactly, even if concurrent calls list them in different orders', async () => {
  const limits = createRateLimiter(db, { enabled: true, now: () => NOW, secret: SECRET })
  const attempts = ['network', 'account'].map((kind) => ({ kind, id: '8.8.8.8', limit: HOURLY }))
  const states = await Promise.all(
    Array.from({ length: 20 }, (_, at) => limits.countAll(at % 2 ? attempts : attempts.toReversed())),
  )
  for (const place of [0, 1]) expect(states.filter((found) => found[place]?.wait === 0)).toHaveLength(2)
  expect(states.every(([state, other]) => state?.remaining === other?.remaining)).toBe(true)
})

it('stores no addresses, and no hashes that can be computed without the secret', async () => {
  const address = '6.6.6.6'
  const limits = createRateLimiter(db, { enabled: true, now: () => NOW, secret: SECRET })
  await limits.consume('newsletter', address, HOURLY)
  const keys = (await db.selectFrom('requestLimits').select('key').execute()).map(({ key }) => key).join()
  expect(keys).toContain('newsletter:')
  expect(keys).not.toContain(address)
  const hashOf = (encoding: 'base64url' | 'hex') => createHash('sha256').update(address).digest(encoding)
  for (const hash of [hashOf('base64url'), hashOf('hex')]) expect(keys).not.toContain(hash)
})

it('can be switched off', async () => {
  const limits = createRateLimiter(db, { enabled: false, now: () => NOW, secret: SECRET })
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect(await limits.consume('contact', '1.1.1.1', HOURLY)).toBe(0)
})

it('counts PINs of known devices separately from other devices in their network', async () => {
  const limits = createRateLimiter(db, { enabled: true, now: () => NOW, secret: SECRET })
  const attempt = (device: string | null, n: number) =>
    countPinAttempt(limits, { phone: `98450${n}`, device, address: '198.51.100.9' })
  for (const device of [null, 'lakshmi']) {
    await repeatAttempt(db, 99, () => attempt(device, 0))
    expect([await attempt(device, 1), await attempt(device, 2)]).toEqual([0, 900])
  }
})

it('limits a person’s second-factor codes per network, and over all networks together', async () => {
  const limits = createRateLimiter(db, { enabled: true, now: () => NOW, secret: SECRET })
  const attempt = (address: string) => countFactorCode(limits, { person: 'meera', address })
  for (let n = 0; n < 6; n++) expect(await attempt('198.51.100.10')).toBe(0)
  expect(await attempt('198.51.100.10')).toBe(3600)
  await repeatAttempt(db, 142, () => attempt('198.51.101.1'))
  expect([await attempt('198.51.101.2'), await attempt('198.51.102.1')]).toEqual([0, 86_400])
})
