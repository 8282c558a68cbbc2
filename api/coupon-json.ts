import { z } from '@hono/zod-openapi'
import { rupeesJson, timeJson } from '#api/contract.ts'
import { COUPON_STATUSES, type Coupon, couponStatus } from '#shop/coupons/coupon.ts'
import type { CouponRecord } from '#shop/coupons/listing.ts'
import { toRupees } from '#shop/kernel/money.ts'

const terms = {
  code: z.string(),
  name: z.string(),
  description: z.string(),
  discount_type: z.enum(['percentage', 'fixed']),
  discount_value: z.number().openapi({ description: 'Percent, or rupees', example: 10 }),
  min_order_amount: rupeesJson,
  expiry_date: timeJson.nullable().openapi({ description: 'The last moment at which it may be used' }),
  is_active: z.boolean(),
  status: z.enum(COUPON_STATUSES),
}

/** What anybody who knows the code may see. */
export const couponTermsJson = z.object(terms).openapi('CouponTerms')

export const couponJson = z
  .object({
    id: z.uuid(),
    ...terms,
    max_uses: z.number().int().nullable(),
    max_uses_per_customer: z.number().int().nullable(),
    current_uses: z.number().int().openapi({ description: 'Orders that use it and are not cancelled' }),
    customer_id: z.uuid().nullable().openapi({ description: 'The only account that may use it' }),
    revenue: rupeesJson.openapi({ description: 'What the orders that used it come to' }),
    created_at: timeJson,
  })
  .openapi('Coupon')

export function toTermsJson(coupon: Coupon, now: Date): z.infer<typeof couponTermsJson> {
  const { code, name, description, value, isActive } = coupon
  return {
    code,
    name,
    description,
    discount_type: value.discountType,
    discount_value: value.discountType === 'fixed' ? toRupees(value.amount) : value.basisPoints / 100,
    min_order_amount: toRupees(coupon.minOrderAmount),
    expiry_date: coupon.expiryDate?.toISOString() ?? null,
    is_active: isActive,
    status: couponStatus(coupon, now),
  }
}

export function toCouponJson(coupon: CouponRecord, now: Date): z.infer<typeof couponJson> {
  return {
    id: coupon.id,
    ...toTermsJson(coupon, now),
    max_uses: coupon.maxUses,
    max_uses_per_customer: coupon.maxUsesPerCustomer,
    current_uses: coupon.currentUses,
    customer_id: coupon.customerId,
    revenue: toRupees(coupon.revenue),
    created_at: coupon.createdAt.toISOString(),
  }
}
