import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeCoupon } from '#db/factories/coupon.ts'
import { orderInput } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import type { Coupon } from '#shop/coupons/coupon.ts'
import { findRecord } from '#shop/coupons/coupons.read.ts'
import { removeCoupon, updateCoupon } from '#shop/coupons/manage-coupons.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { err } from '#shop/kernel/result.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { placeOrder } from '#shop/orders/place-order.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'

const { db, ctx } = await testDatabase({ poolSize: 12 })
const admin = await makeUser(db, { staffRole: 'owner' })
const mix = await makeProduct(db, { stockQuantity: 100_000 }, NOW)

async function coupon(): Promise<Coupon> {
  return await makeCoupon(db, {}, NOW)
}

const buy = async (couponCode: string, customer: Person) =>
  placeOrder(ctx(customer), await orderInput(db, [{ productId: mix, quantity: 1 }], { couponCode }))

async function ordered(couponCode: string): Promise<string> {
  const placed = must(await buy(couponCode, await makeUser(db)))
  return placed.orderId
}

const notes = (entityId: string) => listChanges(db, { entity: 'coupon', entityId, limit: 10 })

/** The number of orders with the coupon. */
async function ordersWith(couponId: string): Promise<number> {
  const orders = db.selectFrom('orders').select('id').where('couponId', '=', couponId)
  return (await orders.execute()).length
}

describe('a coupon that is deleted', () => {
  it('is gone when no order names it, and noted with what it was', async () => {
    const { id, code } = await coupon()
    expect(await removeCoupon(ctx(admin), id)).toEqual({ ok: true, value: 'deleted' })
    expect(await findRecord(db, id)).toBeNull()
    expect(await notes(id)).toMatchObject([{ action: 'delete', actorId: admin.id, before: { code } }])
    expect(await removeCoupon(ctx(admin), id)).toEqual(err('coupon_not_found'))
  })

  it('is switched off when orders name it, cancelled ones too, and keeps its figures; noted once', async () => {
    const { id, code } = await coupon()
    const [delivered, cancelled] = [await ordered(code), await ordered(code)]
    await changeOrder(ctx(admin), { orderId: cancelled, status: 'cancelled' })
    // Paid on delivery: only then it counts as a discount given.
    await changeOrder(ctx(admin), { orderId: delivered, status: 'delivered' })
    for (const _ of [1, 2])
      expect(await removeCoupon(ctx(admin), id)).toEqual({ ok: true, value: 'switched_off' })
    expect(await findRecord(db, id)).toMatchObject({ isActive: false, currentUses: 1, given: 1000 })
    const change = { action: 'switch off', before: { isActive: true }, after: { isActive: false } }
    expect(await notes(id)).toMatchObject([change])
    expect(await findOrder(db, delivered)).toMatchObject({ couponCode: code, discount: 1000 })
    expect(await buy(code, await makeUser(db))).toMatchObject(err('coupon_invalid'))
    await changeOrder(ctx(admin), { orderId: cancelled, status: 'pending' })
    expect((await findRecord(db, id))?.currentUses).toBe(2)
  })

  it('stays as it was when its note cannot be written', async () => {
    const [unused, used] = [await coupon(), await coupon()]
    await ordered(used.code)
    // The account does not exist, so that the audit log's foreign key fails.
    const unknown = { ...admin, id: randomUUID() }
    for (const { id } of [unused, used]) {
      await expect(removeCoupon(ctx(unknown), id)).rejects.toThrow('audit_log')
      expect(await findRecord(db, id)).toMatchObject({ isActive: true })
      expect(await notes(id)).toEqual([])
    }
  })

  it('while many order with it: it is gone and in no order, or switched off and counts every one', async () => {
    const buyers = await Promise.all(Array.from({ length: 8 }, () => makeUser(db)))
    for (let round = 0; round < 4; round += 1) {
      const { id, code } = await coupon()
      const some = buyers.slice(0, 1 + round)
      const [removed, ...placed] = await Promise.all([
        removeCoupon(ctx(admin), id),
        ...some.map((buyer) => buy(code, buyer)),
      ])
      const sold = placed.filter(({ ok }) => ok).length
      expect(new Set(placed.flatMap((order) => (order.ok ? [] : [order.reason])))).toEqual(
        new Set(sold < placed.length ? ['coupon_invalid'] : []),
      )
      expect(await ordersWith(id)).toBe(sold)
      expect(removed).toEqual({ ok: true, value: sold > 0 ? 'switched_off' : 'deleted' })
      const left = await findRecord(db, id)
      if (sold > 0) expect(left).toMatchObject({ isActive: false, currentUses: sold })
      else expect(left).toBeNull()
      expect(await notes(id)).toHaveLength(1)
    }
  })
})

it('does not overwrite a change that the admin has not seen', async () => {
  const { id, updatedAt } = await coupon()
  const later = ctx(admin, { now: new Date(NOW.getTime() + 1000) })
  const renameCoupon = (name: string, seenAt: Date) => updateCoupon(later, { couponId: id, name, seenAt })
  expect(await renameCoupon('Theirs', updatedAt)).toEqual({ ok: true, value: null })
  expect(await renameCoupon('Mine', updatedAt)).toEqual({ ok: false, reason: 'coupon_changed' })
  expect(await findRecord(db, id)).toMatchObject({ name: 'Theirs' })
  expect((await renameCoupon('Mine', later.now)).ok).toBe(true)
})
