import { expect, it } from 'vitest'
import { rupees } from '#shop/kernel/money.ts'
import { err } from '#shop/kernel/result.ts'
import { decideRefund } from '#shop/settlement/decide-refund.ts'
import { everybody, ownThings } from '#tests/access/api-things.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const shop = await testDatabase()
const people = await everybody(shop)
const things = ownThings(shop, people)

it('asks for a fresh second factor above the setting only, and pays nothing before', async () => {
  const orderId = await things.refundRequest()
  const approve = (minutesAgo: number, above: number) => {
    const factorAt = new Date(NOW.getTime() - minutesAgo * 60_000)
    const ctx = shop.ctx({ ...people.admin, factorAt })
    const config = { ...ctx.config, isDemo: false, confirmRefundAbove: rupees(above) }
    const whole = { decision: 'approve', orderId, answer: '', amount: rupees(20), returned: [] } as const
    return decideRefund({ ...ctx, config }, whole)
  }
  const refunds = () => shop.db.selectFrom('refunds').select('id').execute()
  expect(await approve(11, 19)).toEqual(err('factor_stale'))
  expect(await refunds()).toEqual([])
  expect(await approve(11, 20)).toMatchObject({ ok: true })
})

it('counts all refunds of a person since the last proof together, also at the same moment', async () => {
  const orders = await Promise.all(Array.from({ length: 3 }, () => things.refundRequest()))
  const factorAt = new Date(NOW.getTime() - 11 * 60_000)
  const ctx = shop.ctx({ ...people.admin, factorAt })
  const config = { ...ctx.config, isDemo: false, confirmRefundAbove: rupees(45) }
  const before = await shop.db.selectFrom('refunds').select('id').execute()
  await shop.db
    .updateTable('refunds')
    .set({ createdAt: new Date(factorAt.getTime() - 1) })
    .execute()
  const decided = await Promise.all(
    orders.map((orderId) =>
      decideRefund(
        { ...ctx, config },
        { decision: 'approve', orderId, answer: '', amount: rupees(20), returned: [] },
      ),
    ),
  )
  expect(decided.filter(({ ok }) => ok)).toHaveLength(2)
  expect(decided).toContainEqual(err('factor_stale'))
  expect(await shop.db.selectFrom('refunds').select('id').execute()).toHaveLength(before.length + 2)
})
