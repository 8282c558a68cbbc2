/** The demonstration's coupons: one of each kind, and some that are expired or inactive. */

import { type NewCoupon, newCouponInput } from '#shop/coupons/coupon-fields.ts'
import { createCoupon } from '#shop/coupons/manage-coupons.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'

/** `endsInDays` counts from the time of seeding; negative for an expired coupon. */
type SeedCoupon = { madeDaysAgo: number; endsInDays: number | null } & Pick<NewCoupon, 'code' | 'name'> &
  Partial<Omit<NewCoupon, 'minOrderAmount'>> & {
    discountType: 'percentage' | 'fixed'
    discountValue: number
    /** In rupees. */
    minOrderAmount?: number
  }

const COUPONS: SeedCoupon[] = [
  {
    madeDaysAgo: 300,
    endsInDays: null,
    code: 'MILLET10',
    name: 'Ten percent off a full shelf',
    description: 'For everyone who cooks with millets all month.',
    discountType: 'percentage',
    discountValue: 10,
    minOrderAmount: 500,
  },
  {
    madeDaysAgo: 40,
    endsInDays: 75,
    code: 'MONSOON100',
    name: 'Hundred rupees for the rains',
    description: 'With sticks and mixes together.',
    discountType: 'fixed',
    discountValue: 100,
    minOrderAmount: 799,
    maxUses: 200,
  },
  {
    madeDaysAgo: 25,
    endsInDays: 120,
    code: 'KITCHEN15',
    name: 'Workshop guests',
    description: 'Handed out at the cooking workshops, once for each guest.',
    discountType: 'percentage',
    discountValue: 15,
    maxUses: 150,
    maxUsesPerCustomer: 1,
  },
  {
    madeDaysAgo: 120,
    endsInDays: -30,
    code: 'HARVEST25',
    name: 'Harvest week',
    description: 'Ran for the week of the ragi harvest.',
    discountType: 'percentage',
    discountValue: 25,
    minOrderAmount: 999,
    maxUses: 100,
  },
  {
    madeDaysAgo: 10,
    endsInDays: null,
    code: 'OFFICE50',
    name: 'Office pantry trial',
    description: 'Waits until the first offices have signed up.',
    discountType: 'fixed',
    discountValue: 50,
    isActive: false,
  },
]

/** Creates the coupons through the use case, as the admin. */
export async function seedCoupons(base: Omit<Ctx, 'actor'>, admin: Person): Promise<void> {
  for (const { madeDaysAgo, endsInDays, ...fields } of COUPONS) {
    const ends = endsInDays === null ? null : dayOf(new Date(base.now.getTime() + endsInDays * DAY_MS))
    const now = new Date(base.now.getTime() - madeDaysAgo * DAY_MS)
    await createCoupon({ ...base, now, actor: admin }, newCouponInput.parse({ ...fields, expiryDate: ends }))
  }
}
