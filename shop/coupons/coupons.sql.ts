/** The only place that writes coupons; uses.sql.ts writes their uses. */
import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Coupons } from '#db/types.ts'
import { recorderOf } from '#shop/audit/audit.sql.ts'
import type { Coupon, CouponValue } from '#shop/coupons/coupon.ts'
import { COUPON_FIELDS, type CouponFields } from '#shop/coupons/coupon-fields.ts'
import type { Db } from '#shop/ctx.ts'
import type { Field } from '#shop/field.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { paise } from '#shop/kernel/money.ts'

const OWN_COLUMNS = ['id', 'currentUses', 'customerId', 'createdAt', 'updatedAt'] as const
type FieldColumn = Exclude<keyof Coupons, (typeof OWN_COLUMNS)[number]>
/** Compiles only if each field has a column and each column a field. */
const FIELDS: Record<FieldColumn, Field> & {
  [Key in keyof CouponFields as Exclude<Key, FieldColumn>]: never
} = COUPON_FIELDS

export const recordCoupon = recorderOf('coupon', FIELDS)

export const COUPON_COLUMNS = [...OWN_COLUMNS, ...(Object.keys(FIELDS) as FieldColumn[])]

export function toCoupon({ discountType, discountValue, minOrderAmount, ...row }: Selectable<Coupons>) {
  const value: CouponValue =
    discountType === 'fixed'
      ? { discountType: 'fixed', amount: paise(discountValue) }
      : { discountType: 'percentage', basisPoints: discountValue }
  return { ...row, value, minOrderAmount }
}

/** Finds a coupon by its code in upper case, or returns null. */
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

/** Inserts a coupon for a percentage off one order of one customer. Returns the coupon's id. */
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

/** Activates or deactivates a coupon without uses. Uses by cancelled orders do not count. */
export async function setUnusedActive(db: Db, couponId: string, isActive: boolean, now: Date) {
  await db
    .updateTable('coupons')
    .set({ isActive, updatedAt: now })
    .where('id', '=', couponId)
    .where('currentUses', '=', 0)
    .execute()
}

export type CouponDetails = Omit<Coupon, 'code' | (typeof OWN_COLUMNS)[number]>

/** Inserts a coupon, or returns null if its code is taken. */
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

/** Inserts a deleted coupon again. Returns false if another coupon has its code. */
export async function insertAgain(db: Db, { value, ...coupon }: Coupon): Promise<boolean> {
  const row = await db
    .insertInto('coupons')
    .values({ ...coupon, ...valueColumns(value) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Locks and returns a coupon, or null if it does not exist. */
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

export async function setActive(db: Db, id: string, isActive: boolean, now: Date): Promise<void> {
  await db.updateTable('coupons').set({ isActive, updatedAt: now }).where('id', '=', id).execute()
}

/** Deletes a coupon. The caller has locked it and checked that it has no orders. */
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
