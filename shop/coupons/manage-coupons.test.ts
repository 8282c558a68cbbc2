import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeCoupon } from '#db/factories/coupon.ts'
import { orderInput } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import type { Coupon } from '#shop/coupons/coupon.ts'
import { findRecord } from '#shop/coupons/coupons.read.ts'
import { setUnusedActive } from '#shop/coupons/coupons.sql.ts'
import { removeCoupon, restoreCoupon, updateCoupon } from '#shop/coupons/manage-coupons.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'
import { err } from '#shop/kernel/result.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { placeOrder } from '#shop/orders/place-order.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { insertRow } from '#tests/rows.ts'

const { db, ctx } = await testDatabase({ poolSize: 12 })
const admin = await makeUser(db, { staffRole: 'owner' })
const mix = await makeProduct(db, { stockQuantity: 100_000 }, NOW)

async function coupon(): Promise<Coupon> {
  return await makeCoupon(db, {}, NOW)
}

const buy = async (couponCode: string, customer: Person) =>
  placeOrder(ctx(customer), await orderInput(db, [{ productId: mix, quantity: 1 }], { couponCode }))

async function placeOrderWith(couponCode: string): Promise<string> {
  const placed = must(await buy(couponCode, await makeUser(db)))
  return placed.orderId
}

const entriesOf = (entityId: string) => listChanges(db, { entity: 'coupon', entityId, limit: 10 })

/** Returns the number of orders with the coupon. */
async function ordersWith(couponId: string): Promise<number> {
  const orders = db.selectFrom('orders').select('id').where('couponId', '=', couponId)
  return (await orders.execute()).length
}

describe('removeCoupon', () => {
  it('deletes a coupon without orders, and records its fields in the audit log', async () => {
    const { id, code } = await coupon()
    expect(await removeCoupon(ctx(admin), id)).toEqual({ ok: true, value: 'deleted' })
    expect(await findRecord(db, id)).toBeNull()
    expect(await entriesOf(id)).toMatchObject([{ action: 'delete', actorId: admin.id, before: { code } }])
    expect(await removeCoupon(ctx(admin), id)).toEqual(err('coupon_not_found'))
  })

  it('is undone once by restoreCoupon, with the same values', async () => {
    const { id, code } = await coupon()
    const original = await findRecord(db, id)
    await removeCoupon(ctx(admin), id)
    expect(await restoreCoupon(ctx(admin), id)).toEqual({ ok: true, value: null })
    expect(await findRecord(db, id)).toEqual(original)
    expect(await restoreCoupon(ctx(admin), id)).toEqual(err('action_not_found'))
    await placeOrderWith(code)
    await removeCoupon(ctx(admin), id)
    await restoreCoupon(ctx(admin), id)
    expect(await findRecord(db, id)).toMatchObject({ isActive: true, currentUses: 1 })
  })

  it('is undone within an hour, and keeps a reward linked to the friend’s order', async () => {
    const { id } = await coupon()
    await removeCoupon(ctx(admin), id)
    const later = ctx(admin, { now: new Date(NOW.getTime() + HOUR_MS + 1) })
    expect(await restoreCoupon(later, id)).toEqual(err('action_not_found'))
    const [reward, referrer, newcomer] = [await coupon(), await makeUser(db), await makeUser(db)]
    const people = { referrerId: referrer.id, newcomerId: newcomer.id }
    await insertRow(db, 'referrals', { ...people, rewardId: reward.id, createdAt: NOW })
    expect(await removeCoupon(ctx(admin), reward.id)).toEqual({ ok: true, value: 'switched_off' })
    expect(await findRecord(db, reward.id)).toMatchObject({ isActive: false })
    // In the meantime the friend's order is refunded.
    await setUnusedActive(db, reward.id, false, new Date(NOW.getTime() + 1))
    expect(await restoreCoupon(ctx(admin), reward.id)).toEqual(err('coupon_changed'))
  })

  it('is not undone when another coupon has the code', async () => {
    const { id, code } = await coupon()
    await removeCoupon(ctx(admin), id)
    await makeCoupon(db, { code }, NOW)
    expect(await restoreCoupon(ctx(admin), id)).toEqual(err('code_taken'))
  })

  it('deactivates a coupon with orders, even if all are cancelled, and keeps its figures', async () => {
    const { id, code } = await coupon()
    const [delivered, cancelled] = [await placeOrderWith(code), await placeOrderWith(code)]
    await changeOrder(ctx(admin), { orderId: cancelled, status: 'cancelled' })
    // A cash order is paid on delivery, and only paid orders count as discounts given.
    await changeOrder(ctx(admin), { orderId: delivered, status: 'delivered' })
    for (const _ of [1, 2])
      expect(await removeCoupon(ctx(admin), id)).toEqual({ ok: true, value: 'switched_off' })
    expect(await findRecord(db, id)).toMatchObject({ isActive: false, currentUses: 1, discountGiven: 1000 })
    const change = { action: 'switch off', before: { isActive: true }, after: { isActive: false } }
    expect(await entriesOf(id)).toMatchObject([change])
    expect(await findOrder(db, delivered)).toMatchObject({ couponCode: code, discount: 1000 })
    expect(await buy(code, await makeUser(db))).toMatchObject(err('coupon_invalid'))
    await changeOrder(ctx(admin), { orderId: cancelled, status: 'pending' })
    expect((await findRecord(db, id))?.currentUses).toBe(2)
  })

  it('changes nothing if the audit entry cannot be written', async () => {
    const [unused, used] = [await coupon(), await coupon()]
    await placeOrderWith(used.code)
    // The account does not exist, so the audit log's foreign key fails.
    const unknown = { ...admin, id: randomUUID() }
    for (const { id } of [unused, used]) {
      await expect(removeCoupon(ctx(unknown), id)).rejects.toThrow('audit_log')
      expect(await findRecord(db, id)).toMatchObject({ isActive: true })
      expect(await entriesOf(id)).toEqual([])
    }
  })

  it('deletes a coupon only if no concurrent order used it, and otherwise deactivates it with all uses counted', async () => {
    const buyers = await Promise.all(Array.from({ length: 8 }, () => makeUser(db)))
    for (let round = 0; round < 4; round += 1) {
      const { id, code } = await coupon()
      const concurrentBuyers = buyers.slice(0, 1 + round)
      const [removed, ...placed] = await Promise.all([
        removeCoupon(ctx(admin), id),
        ...concurrentBuyers.map((buyer) => buy(code, buyer)),
      ])
      const sold = placed.filter(({ ok }) => ok).length
      expect(new Set(placed.flatMap((order) => (order.ok ? [] : [order.reason])))).toEqual(
        new Set(sold < placed.length ? ['coupon_invalid'] : []),
      )
      expect(await ordersWith(id)).toBe(sold)
      expect(removed).toEqual({ ok: true, value: sold > 0 ? 'switched_off' : 'deleted' })
      const remaining = await findRecord(db, id)
      if (sold > 0) expect(remaining).toMatchObject({ isActive: false, currentUses: sold })
      else expect(remaining).toBeNull()
      expect(await entriesOf(id)).toHaveLength(1)
    }
  })
})

it('updateCoupon refuses to overwrite a change that the admin has not seen', async () => {
  const { id, updatedAt } = await coupon()
  const later = ctx(admin, { now: new Date(NOW.getTime() + 1000) })
  const renameCoupon = (name: string, seenAt: Date) => updateCoupon(later, { couponId: id, name, seenAt })
  expect(await renameCoupon('Theirs', updatedAt)).toEqual({ ok: true, value: null })
  expect(await renameCoupon('Mine', updatedAt)).toEqual({ ok: false, reason: 'coupon_changed' })
  expect(await findRecord(db, id)).toMatchObject({ name: 'Theirs' })
  expect((await renameCoupon('Mine', later.now)).ok).toBe(true)
})
