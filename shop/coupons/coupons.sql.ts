/** The only place that writes coupons; uses.sql.ts writes their uses. */
import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Coupons } from '#db/types.ts'
import type { Coupon, CouponValue } from '#shop/coupons/coupon.ts'
import { COUPON_FIELDS, type CouponFields } from '#shop/coupons/coupon-fields.ts'
import type { Db } from '#shop/ctx.ts'
import type { Field } from '#shop/field.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { paise } from '#shop/kernel/money.ts'

const OWN_COLUMNS = ['id', 'currentUses', 'customerId', 'createdAt', 'updatedAt'] as const
type FieldColumn = Exclude<keyof Coupons, (typeof OWN_COLUMNS)[number]>
/** Does not compile when a field lacks its column or a column its field. */
const FIELDS: Record<FieldColumn, Field> & {
  [Key in keyof CouponFields as Exclude<Key, FieldColumn>]: never
} = COUPON_FIELDS

export const COUPON_COLUMNS = [...OWN_COLUMNS, ...(Object.keys(FIELDS) as FieldColumn[])]

export function toCoupon({ discountType, discountValue, minOrderAmount, ...row }: Selectable<Coupons>) {
  const value: CouponValue =
    discountType === 'fixed'
      ? { discountType: 'fixed', amount: paise(discountValue) }
      : { discountType: 'percentage', basisPoints: discountValue }
  return { ...row, value, minOrderAmount }
}

/** By code in upper case, or null. */
export async function findCoupon(db: Db, code: string): Promise<Coupon | null> {
  const row = await db
    .selectFrom('coupons')
    .select(COUPON_COLUMNS)
    .where('code', '=', code)
    .executeTakeFirst()
  return row ? toCoupon(row) : null
}

export function valueColumns(
  value: CouponValue,
): Pick<Selectable<Coupons>, 'discountType' | 'discountValue'> {
  return value.discountType === 'fixed'
    ? { discountType: 'fixed', discountValue: value.amount }
    : { discountType: 'percentage', discountValue: value.basisPoints }
}

/** A percentage off one order of one customer. Returns the id. */
export async function insertReferralReward(
  db: Db,
  { customerId, basisPoints, now }: { customerId: string; basisPoints: number; now: Date },
): Promise<string> {
  const { id } = await db
    .insertInto('coupons')
    .values({
      code: `THANKS-${randomBytes(5).toString('hex').toUpperCase()}`,
      name: 'Thank you for bringing a friend',
      discountType: 'percentage',
      discountValue: basisPoints,
      maxUses: 1,
      customerId,
      createdAt: now,
      updatedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Used coupons stay as they are. */
export async function setUnusedActive(db: Db, couponId: string, isActive: boolean): Promise<void> {
  await db
    .updateTable('coupons')
    .set({ isActive })
    .where('id', '=', couponId)
    .where('currentUses', '=', 0)
    .execute()
}

export type CouponDetails = Omit<Coupon, 'code' | (typeof OWN_COLUMNS)[number]>

/** Null if the code is taken. */
export async function insertCoupon(
  db: Db,
  { code, now, ...details }: CouponDetails & { code: string; now: Date },
): Promise<Coupon | null> {
  const row = await db
    .insertInto('coupons')
    .values({ code, ...columns(details), createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(COUPON_COLUMNS)
    .executeTakeFirst()
  return row ? toCoupon(row) : null
}

/** Locked until the transaction ends, or null. */
export async function lockCoupon(db: Db, id: string): Promise<Coupon | null> {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('coupons')
    .select(COUPON_COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? toCoupon(row) : null
}

export async function updateDetails(db: Db, id: string, details: CouponDetails, now: Date): Promise<void> {
  const set = { ...columns(details), updatedAt: now }
  await db.updateTable('coupons').set(set).where('id', '=', id).execute()
}

/** Keeps its orders. */
export async function deactivateCoupon(db: Db, id: string, now: Date): Promise<void> {
  const off = { isActive: false, updatedAt: now }
  await db.updateTable('coupons').set(off).where('id', '=', id).execute()
}

/** Only without orders; the caller has locked it. */
export async function deleteCoupon(db: Db, id: string): Promise<void> {
  await db.deleteFrom('coupons').where('id', '=', id).execute()
}

function columns({ value, ...details }: CouponDetails) {
  return { ...details, ...valueColumns(value) }
}

export async function closeCouponsOf(db: Db, customerId: string, now: Date): Promise<void> {
  await db
    .updateTable('coupons')
    .set({ isActive: false, name: '(removed)', description: '', updatedAt: now })
    .where('customerId', '=', customerId)
    .execute()
}
