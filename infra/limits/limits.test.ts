import { expect, it } from 'vitest'
import { createLimits } from '#infra/limits/limits.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db } = await testDatabase()
const HOURLY = { most: 2, seconds: 3600 }

it('makes the third try in an hour wait, each place on its own', async () => {
  let now = NOW
  const limits = createLimits(db, { enabled: true, now: () => now })
  const tries = async (who: string) => limits.wait('contact', who, HOURLY)
  expect([await tries('1.2.3.4'), await tries('1.2.3.4')]).toEqual([0, 0])
  expect(await tries('1.2.3.4')).toBe(3600)
  expect(await tries('5.6.7.8')).toBe(0)
  now = new Date(NOW.getTime() + 3_599_000)
  expect(await tries('1.2.3.4')).toBe(1)
  now = new Date(NOW.getTime() + 3_601_000)
  expect(await tries('1.2.3.4')).toBe(0)
})

it('counts tries at the same moment exactly', async () => {
  const limits = createLimits(db, { enabled: true, now: () => NOW })
  const waits = await Promise.all(
    Array.from({ length: 12 }, () => limits.wait('newsletter', '9.9.9.9', HOURLY)),
  )
  expect(waits.filter((wait) => wait === 0)).toHaveLength(2)
})

it('keeps no address', async () => {
  const rows = await db.selectFrom('requestLimits').select('key').execute()
  expect(rows.map(({ key }) => key).join()).not.toContain('9.9.9.9')
})

it('can be switched off', async () => {
  const limits = createLimits(db, { enabled: false, now: () => NOW })
  for (let tried = 0; tried < 5; tried += 1) expect(await limits.wait('contact', '1.1.1.1', HOURLY)).toBe(0)
})
