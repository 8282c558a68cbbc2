import { expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { findSpend, spendsOf } from '#shop/analytics/analytics.read.ts'
import { recordSpend } from '#shop/analytics/report-actions.ts'
import { rupees } from '#shop/kernel/money.ts'
import { err } from '#shop/kernel/result.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const spend = { month: '2026-11-01', channel: 'events', amount: rupees(4500) } as const

it('stores one spend per month and channel, and records changes in the audit log', async () => {
  const admin = await makeUser(db, { staffRole: 'owner' })
  expect(await recordSpend(ctx(admin), { ...spend, seenAt: null })).toMatchObject({ ok: true })
  const more = { ...spend, amount: rupees(5000) }
  expect(await recordSpend(ctx(admin), { ...more, seenAt: NOW })).toMatchObject({ ok: true })
  const recorded = await spendsOf(db, { from: '2026-11-01', to: '2026-11-30' })
  expect(recorded).toEqual([{ ...more, updatedAt: NOW }])
  const log = await db
    .selectFrom('auditLog')
    .select(['action', 'entity', 'before', 'after'])
    .where('actorId', '=', admin.id)
    .orderBy('id')
    .execute()
  expect(log).toEqual([
    { action: 'record', entity: 'spend', before: null, after: { amount: 450_000 } },
    { action: 'record', entity: 'spend', before: { amount: 450_000 }, after: { amount: 500_000 } },
  ])
})

it('refuses to overwrite a spend that has changed since the admin opened the page', async () => {
  const admin = ctx(await makeUser(db, { staffRole: 'owner' }))
  const print = { ...spend, month: '2026-10-01' } as const
  const later = { ...admin, now: new Date(NOW.getTime() + 1000) }
  const changed = err('spend_changed')
  expect(await recordSpend(admin, { ...print, seenAt: NOW })).toEqual(changed)
  expect(await recordSpend(admin, { ...print, seenAt: null })).toMatchObject({ ok: true })
  expect(await recordSpend(later, { ...print, amount: rupees(9), seenAt: null })).toEqual(changed)
  expect(await recordSpend(later, { ...print, amount: rupees(7), seenAt: NOW })).toMatchObject({ ok: true })
  expect(await recordSpend(later, { ...print, amount: rupees(8), seenAt: NOW })).toEqual(changed)
  expect(await findSpend(db, print)).toEqual({ ...print, amount: rupees(7), updatedAt: later.now })
})

it('stores one of two concurrent spends', async () => {
  const admin = ctx(await makeUser(db, { staffRole: 'owner' }))
  const once = { ...spend, month: '2026-09-01', seenAt: null } as const
  const both = await Promise.all([
    recordSpend(admin, once),
    recordSpend(admin, { ...once, amount: rupees(1) }),
  ])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both.filter(({ ok }) => !ok)).toEqual([err('spend_changed')])
})

it('refuses a month that has not begun', async () => {
  const admin = await makeUser(db, { staffRole: 'owner' })
  const refused = await recordSpend(ctx(admin), { ...spend, month: '2026-12-01', seenAt: null })
  expect(refused).toEqual(err('month_to_come'))
})
