import { expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { spendsOf } from '#shop/analytics/customers.read.ts'
import { recordSpend } from '#shop/analytics/record-spend.ts'
import { rupees } from '#shop/kernel/money.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const spend = { month: '2026-11-01', channel: 'events', amount: rupees(4500) } as const
const recorded = () => spendsOf(db, { from: '2026-11-01', to: '2026-11-30' })

it('is recorded by an admin, once per month and channel, and audited', async () => {
  const [admin, worker] = [await makeUser(db, { isAdmin: true }), await makeUser(db, { isWorker: true })]
  expect(await recordSpend(ctx(), spend)).toEqual({ ok: false, reason: 'not_admin' })
  expect(await recordSpend(ctx(worker), spend)).toEqual({ ok: false, reason: 'not_admin' })
  expect(await recorded()).toEqual([])

  expect(await recordSpend(ctx(admin), spend)).toMatchObject({ ok: true })
  expect(await recordSpend(ctx(admin), { ...spend, amount: rupees(5000) })).toMatchObject({ ok: true })
  expect(await recorded()).toEqual([{ ...spend, amount: rupees(5000) }])
  const log = await db
    .selectFrom('auditLog')
    .select(['action', 'entity', 'before', 'after'])
    .orderBy('id')
    .execute()
  expect(log).toEqual([
    { action: 'record', entity: 'spend', before: null, after: { amount: 450_000 } },
    { action: 'record', entity: 'spend', before: { amount: 450_000 }, after: { amount: 500_000 } },
  ])
})

it('is of a month that has begun', async () => {
  const admin = await makeUser(db, { isAdmin: true })
  const refused = await recordSpend(ctx(admin), { ...spend, month: '2026-12-01' })
  expect(refused).toEqual({ ok: false, reason: 'month_to_come' })
})
