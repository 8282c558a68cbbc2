import { expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import { rupees } from '#shop/kernel/money.ts'
import { err } from '#shop/kernel/result.ts'
import { decideRefund } from '#shop/settlement/decide-refund.ts'
import { makeEverybody, ownThings } from '#tests/access/api-things.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'

const shop = await testDatabase()
const people = await makeEverybody(shop)
const things = ownThings(shop, people)

/** Makes an owner who has refunded nothing yet. */
const newOwner = () => makeUser(shop.db, { staffRole: 'owner' })

/** Refunds ₹20. The owner proved the second factor at `factorAt`. */
function approve(owner: Person, orderId: string, { factorAt, above, now = NOW }: Proof) {
  const ctx = shop.ctx({ ...owner, factorAt }, { now })
  const config = { ...ctx.config, isDemo: false, confirmRefundAbove: rupees(above) }
  const whole = { decision: 'approve', orderId, answer: '', amount: rupees(20), returned: [] } as const
  return decideRefund({ ...ctx, config }, whole)
}
type Proof = { factorAt: Date; above: number; now?: Date }

const refundsOf = (orderIds: readonly string[]) =>
  shop.db.selectFrom('refunds').select('id').where('orderId', 'in', orderIds).execute()

it('needs a fresh second factor only above the limit, and pays nothing without one', async () => {
  const owner = await newOwner()
  const orderId = await things.refundRequest()
  const factorAt = new Date(NOW.getTime() - 11 * MINUTE_MS)
  expect(await approve(owner, orderId, { factorAt, above: 19 })).toEqual(err('factor_stale'))
  expect(await refundsOf([orderId])).toEqual([])
  expect(await approve(owner, orderId, { factorAt, above: 20 })).toMatchObject({ ok: true })
})

it('adds up all refunds by a person since their last second factor, including concurrent refunds', async () => {
  const owner = await newOwner()
  const orders = await Promise.all(Array.from({ length: 3 }, () => things.refundRequest()))
  const factorAt = new Date(NOW.getTime() - 11 * MINUTE_MS)
  const earlier = { factorAt: new Date(factorAt.getTime() - 1), above: 45 }
  must(await approve(owner, await things.refundRequest(), { ...earlier, now: earlier.factorAt }))
  const decided = await Promise.all(orders.map((orderId) => approve(owner, orderId, { factorAt, above: 45 })))
  expect(decided.filter(({ ok }) => ok)).toHaveLength(2)
  expect(decided).toContainEqual(err('factor_stale'))
  expect(await refundsOf(orders)).toHaveLength(2)
})
