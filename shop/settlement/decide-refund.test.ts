import { expect, it } from 'vitest'
import { rupees } from '#shop/kernel/money.ts'
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
  expect(await approve(11, 19)).toEqual({ ok: false, reason: 'factor_stale' })
  expect(await refunds()).toEqual([])
  expect(await approve(11, 20)).toMatchObject({ ok: true })
})
