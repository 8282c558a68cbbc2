import type { Coupon } from '#shop/coupons/coupon.ts'
import { type CouponDetails, insertCoupon } from '#shop/coupons/coupons.sql.ts'
import type { Db } from '#shop/ctx.ts'
import { NO_MONEY } from '#shop/kernel/money.ts'

let couponCount = 0

/** Inserts a 10% coupon without restrictions; `fields` override its values. Throws if the code is taken. */
export async function makeCoupon(
  db: Db,
  {
    code = `CODE-${process.pid}-${++couponCount}`,
    ...fields
  }: Partial<CouponDetails> & { code?: string } = {},
  now = new Date(),
): Promise<Coupon> {
  const coupon = await insertCoupon(db, { ...DEFAULTS, ...fields, code, now })
  if (!coupon) throw new Error('the code is taken')
  return coupon
}

const DEFAULTS: CouponDetails = {
  name: 'Ten percent',
  description: '',
  value: { discountType: 'percentage', basisPoints: 1000 },
  minOrderAmount: NO_MONEY,
  maxUses: null,
  maxUsesPerCustomer: null,
  startDate: null,
  expiryDate: null,
  isActive: true,
}
