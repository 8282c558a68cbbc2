import { expect, it } from 'vitest'
import { makeCoupon } from '#db/factories/coupon.ts'
import { makeUser } from '#db/factories/user.ts'
import { findRecord } from '#shop/coupons/coupons.read.ts'
import { updateCoupon } from '#shop/coupons/manage-coupons.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const admin = await makeUser(db, { staffRole: 'owner' })

it('does not overwrite a change that the admin has not seen', async () => {
  const coupon = await makeCoupon(db, {}, NOW)
  if (!coupon) throw new Error('the code was taken')
  const later = ctx(admin, { now: new Date(NOW.getTime() + 1000) })
  const change = (name: string, seenAt: Date) => updateCoupon(later, { couponId: coupon.id, name, seenAt })
  expect(await change('Theirs', coupon.updatedAt)).toEqual({ ok: true, value: null })
  expect(await change('Mine', coupon.updatedAt)).toEqual({ ok: false, reason: 'coupon_changed' })
  expect(await findRecord(db, coupon.id)).toMatchObject({ name: 'Theirs' })
  expect((await change('Mine', later.now)).ok).toBe(true)
})
