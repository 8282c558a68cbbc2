/** Coupons with their figures. The caller has checked that the actor is an admin. */
import { sql } from 'kysely'
import type { Coupon } from '#shop/coupons/coupon.ts'
import { COUPON_COLUMNS, toCoupon } from '#shop/coupons/coupons.sql.ts'
import type { CouponKind, CouponListing, CouponRecord } from '#shop/coupons/listing.ts'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { paise } from '#shop/kernel/money.ts'
import { REVENUE } from '#shop/revenue.read.ts'

export type CouponSearch = {
  /** Of code or name, in any case. */
  text?: string | undefined
  kind?: CouponKind | undefined
  limit: number
  skip?: number | undefined
  /** The previous page's last coupon. */
  after?: string | undefined
}

function selectCoupons(db: Db) {
  return db
    .selectFrom('coupons')
    .leftJoin('users', 'users.id', 'coupons.customerId')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('orders')
          .select(sql<string>`coalesce(sum(${REVENUE}), 0)`.as('revenue'))
          .select(sql<string>`coalesce(sum(discount) filter (where ${REVENUE} is not null), 0)`.as('given'))
          .whereRef('orders.couponId', '=', 'coupons.id')
          .as('came'),
      (join) => join.onTrue(),
    )
    .select(COUPON_COLUMNS.map((column) => `coupons.${column}` as const))
    .select(['came.revenue', 'came.given', 'users.fullName as customerName'])
}

type CouponsRow = Awaited<ReturnType<ReturnType<typeof selectCoupons>['execute']>>[number]

function toRecord({ revenue, given, customerName, ...row }: CouponsRow): CouponRecord {
  const sums = { revenue: paise(Number(revenue)), given: paise(Number(given)) }
  return { ...toCoupon(row), ...sums, customerName }
}

function matching(text: string) {
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(coupons.code ilike ${like} or coupons.name ilike ${like})`
}

function ofKind(kind: CouponKind) {
  if (kind === 'all') return sql<boolean>`true`
  return kind === 'thanks'
    ? sql<boolean>`coupons.customer_id is not null`
    : sql<boolean>`coupons.customer_id is null`
}

export async function listCoupons(db: Db, search: CouponSearch): Promise<CouponRecord[]> {
  const { text, kind, after, limit, skip } = search
  let query = selectCoupons(db)
  if (text) query = query.where(matching(text))
  if (kind) query = query.where(ofKind(kind))
  if (after) query = query.where(olderThan(after))
  const rows = await query
    .orderBy('coupons.createdAt', 'desc')
    .orderBy('coupons.id', 'desc')
    .limit(limit)
    .offset(skip ?? 0)
    .execute()
  return rows.map(toRecord)
}

function olderThan(couponId: string) {
  const place = sql`(select last.created_at, last.id from coupons as last where last.id = ${couponId}::uuid)`
  return sql<boolean>`(coupons.created_at, coupons.id) < ${place}`
}

export async function countCoupons(db: Db, listing: Pick<CouponListing, 'text' | 'kind'>): Promise<number> {
  const { count } = await db
    .selectFrom('coupons')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(matching(listing.text))
    .where(ofKind(listing.kind))
    .executeTakeFirstOrThrow()
  return count
}

export async function findRecord(db: Db, id: string): Promise<CouponRecord | null> {
  if (!isUuid(id)) return null
  const row = await selectCoupons(db).where('coupons.id', '=', id).executeTakeFirst()
  return row ? toRecord(row) : null
}

/** By code in upper case; null if inactive, missing or another customer's. */
export async function findPublic(db: Db, code: string, customerId: string | null): Promise<Coupon | null> {
  const row = await db
    .selectFrom('coupons')
    .select(COUPON_COLUMNS)
    .where('code', '=', code)
    .where('isActive', '=', true)
    .where((eb) => eb.or([eb('customerId', 'is', null), eb('customerId', '=', customerId)]))
    .executeTakeFirst()
  return row ? toCoupon(row) : null
}
