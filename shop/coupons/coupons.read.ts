/** Reads coupons with their figures. The caller has checked that the actor is an admin. */
import { sql } from 'kysely'
import { normalizeCode } from '#shop/coupons/code.ts'
import type { Coupon } from '#shop/coupons/coupon.ts'
import { COUPON_COLUMNS, toCoupon } from '#shop/coupons/coupons.sql.ts'
import type { CouponFilters, CouponRecord } from '#shop/coupons/listing.ts'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { paise } from '#shop/kernel/money.ts'
import { likePattern } from '#shop/kernel/text.ts'
import { countRows, olderThan } from '#shop/lists.read.ts'
import { REVENUE } from '#shop/revenue.read.ts'

export type CouponSearch = Partial<CouponFilters> & {
  limit: number
  skip?: number | undefined
  /** Id of the previous page's last coupon. */
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
          .as('sums'),
      (join) => join.onTrue(),
    )
    .select(COUPON_COLUMNS.map((column) => `coupons.${column}` as const))
    .select(['sums.revenue', 'sums.given', 'users.fullName as customerName'])
}

type CouponsRow = Awaited<ReturnType<ReturnType<typeof selectCoupons>['execute']>>[number]

function toRecord({ revenue, given, customerName, ...row }: CouponsRow): CouponRecord {
  const sums = { revenue: paise(Number(revenue)), discountGiven: paise(Number(given)) }
  return { ...toCoupon(row), ...sums, customerName }
}

function matchesFilters({ text, kind }: Partial<CouponFilters>) {
  const like = likePattern(text ?? '')
  const owner = { thanks: sql`coupons.customer_id is not null`, everybody: sql`coupons.customer_id is null` }
  return sql<boolean>`(coupons.code ilike ${like} or coupons.name ilike ${like})
    and ${kind ? owner[kind] : sql`true`}`
}

export async function listCoupons(db: Db, search: CouponSearch): Promise<CouponRecord[]> {
  const { after, limit, skip } = search
  let query = selectCoupons(db).where(matchesFilters(search))
  if (after) query = query.where(olderThan('coupons', after))
  const rows = await query
    .orderBy('coupons.createdAt', 'desc')
    .orderBy('coupons.id', 'desc')
    .limit(limit)
    .offset(skip ?? 0)
    .execute()
  return rows.map(toRecord)
}

export async function countCoupons(db: Db, filters: CouponFilters): Promise<number> {
  return countRows(db.selectFrom('coupons').where(matchesFilters(filters)))
}

/** Finds a coupon by its id, or by its code in any case. */
export async function findRecord(db: Db, idOrCode: string): Promise<CouponRecord | null> {
  const coupons = selectCoupons(db)
  const row = await (isUuid(idOrCode)
    ? coupons.where('coupons.id', '=', idOrCode)
    : coupons.where('coupons.code', '=', normalizeCode(idOrCode))
  ).executeTakeFirst()
  return row ? toRecord(row) : null
}

/** Finds a coupon by its code in upper case. Null if it is inactive, missing or another customer's. */
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
