/** The only place that writes referrals and referral codes. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

/** Returns the user's code; 'taken' if another user has it, null if the account is closed. */
export async function assignCode(db: Db, userId: string, code: string): Promise<string | 'taken' | null> {
  const taken = db.selectFrom('users').select('id').where('referralCode', '=', code)
  await db
    .updateTable('users')
    .set({ referralCode: code })
    .where('id', '=', userId)
    .where('referralCode', 'is', null)
    .where('deletedAt', 'is', null)
    .where(({ not, exists }) => not(exists(taken)))
    .execute()
  const row = await db
    .selectFrom('users')
    .select('referralCode')
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row ? (row.referralCode ?? 'taken') : null
}

export type Referrer = { id: string; code: string; discount: number | null }

/** Returns the owner of a code. Null if unknown or unverified: a code must not reveal whether an address was new. */
export async function findReferrer(db: Db, code: string): Promise<Referrer | null> {
  return referrers(db)
    .where('referralCode', '=', code)
    .where('emailVerified', '=', true)
    .executeTakeFirst()
    .then(withCode)
}

/** Returns the recorded referrer of a newcomer, or null. */
export async function referrerOf(db: Db, newcomerId: string): Promise<Referrer | null> {
  const referrerId = db.selectFrom('referrals').select('referrerId').where('newcomerId', '=', newcomerId)
  return referrers(db).where('id', '=', referrerId).executeTakeFirst().then(withCode)
}

function referrers(db: Db) {
  return db.selectFrom('users').select(['id', 'referralCode as code', 'referralDiscount as discount'])
}

function withCode(row: { id: string; code: string | null; discount: number | null } | undefined) {
  return row?.code ? { ...row, code: row.code } : null
}

export type Newcomer = {
  userId: string
  delivery: { phone: string; addressLine1: string; postalCode: string } | null
}

/** SQL of a phone number's last ten digits. */
const phone = (text: string) => sql.raw(`right(regexp_replace(${text}, '\\D', '', 'g'), 10)`)
/** SQL of an address without spaces and punctuation. [:alnum:] would keep only Latin letters in some databases. */
const normalizedAddress = (text: string) =>
  sql.raw(`lower(regexp_replace(${text}, '[[:space:][:punct:]]', '', 'g'))`)

/** True if another account has ordered for the same phone or address, compared as in `isReferrer`. */
export async function hasHouseholdOrdered(db: Db, { userId, delivery }: Newcomer): Promise<boolean> {
  if (!delivery) return false
  const { rows } = await sql`
    with mine as (
      select ${delivery.phone}::text as phone, ${delivery.addressLine1}::text as line
    )
    select from mine, shipping_addresses as theirs
    join orders on orders.shipping_address_id = theirs.id
    where (theirs.phone = ${phone('mine.phone')} or (theirs.postal_code = ${delivery.postalCode}
        and ${normalizedAddress('mine.line')} <> '' and ${normalizedAddress('theirs.address_line1')} = ${normalizedAddress('mine.line')}))
      and orders.user_id <> ${userId}::uuid and orders.status <> 'cancelled'
    limit 1`.execute(db)
  return rows.length > 0
}

/** True if newcomer and referrer share account, phone number (ten digits) or address (PIN code and first line). */
export async function isReferrer(db: Db, referrerId: string, newcomer: Newcomer): Promise<boolean> {
  const { userId, delivery } = newcomer
  if (userId === referrerId) return true
  const { rows } = await sql`
    with theirs as (
      select phone_number as phone, null as line, null as postal_code from users where id = ${referrerId}
      union all
      select phone, address_line1, postal_code from shipping_addresses where user_id = ${referrerId}
      union all
      select phone, address_line1, postal_code from saved_addresses where user_id = ${referrerId}
    ), mine as (
      select phone_number as phone, null as line, null as postal_code from users where id = ${userId}
      union all
      select ${delivery?.phone ?? null}::text, ${delivery?.addressLine1 ?? null}::text, ${delivery?.postalCode ?? null}::text
    )
    select from theirs, mine
    where (length(${phone('theirs.phone')}) = 10 and ${phone('theirs.phone')} = ${phone('mine.phone')})
      or (theirs.postal_code = mine.postal_code
        and ${normalizedAddress('theirs.line')} <> '' and ${normalizedAddress('theirs.line')} = ${normalizedAddress('mine.line')})
    limit 1`.execute(db)
  return rows.length > 0
}

/** Records a newcomer's referrer. An earlier referrer stays; an unknown newcomer is ignored. */
export async function saveReferrer(
  db: Db,
  { newcomerId, referrerId, now }: { newcomerId: string; referrerId: string; now: Date },
): Promise<void> {
  await db
    .insertInto('referrals')
    .columns(['newcomerId', 'referrerId', 'createdAt'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          'id',
          sql<string>`${referrerId}::uuid`.as('referrerId'),
          sql<Date>`${now}::timestamptz`.as('at'),
        ])
        .where('id', '=', newcomerId),
    )
    .onConflict((conflict) => conflict.column('newcomerId').doNothing())
    .execute()
}

export type ReferredOrder = { newcomerId: string; referrerId: string; orderId: string; now: Date }

/** Records which order earns the reward, unless another order is recorded. */
export async function recordReferredOrder(db: Db, { now, ...referral }: ReferredOrder): Promise<void> {
  await db
    .insertInto('referrals')
    .values({ ...referral, createdAt: now })
    .onConflict((conflict) =>
      conflict
        .column('newcomerId')
        .doUpdateSet({ orderId: referral.orderId })
        .where('referrals.orderId', 'is', null),
    )
    .execute()
}

/** Detaches a cancelled order from its referral, so that a later order can earn the reward. */
export async function releaseReferredOrder(db: Db, orderId: string): Promise<void> {
  await db
    .updateTable('referrals')
    .set({ orderId: null })
    .where('orderId', '=', orderId)
    .where('rewardedAt', 'is', null)
    .execute()
}

/** Attaches a reopened order to its referral again, if the customer has no other order. */
export async function reclaimReferredOrder(db: Db, orderId: string): Promise<void> {
  const order = await db
    .selectFrom('orders')
    .innerJoin('referrals', 'referrals.newcomerId', 'orders.userId')
    .leftJoin('shippingAddresses', 'shippingAddresses.id', 'orders.shippingAddressId')
    .select(['referrerId', 'newcomerId', 'phone', 'addressLine1', 'postalCode'])
    .where('orders.id', '=', orderId)
    .where('referrals.orderId', 'is', null)
    .executeTakeFirst()
  if (!order) return
  const { referrerId, newcomerId: userId, phone, addressLine1, postalCode } = order
  const delivery = phone && addressLine1 && postalCode ? { phone, addressLine1, postalCode } : null
  if (await isReferrer(db, referrerId, { userId, delivery })) return
  await sql`
    update referrals set order_id = orders.id from orders
    where orders.id = ${orderId} and referrals.newcomer_id = orders.user_id and referrals.order_id is null
      and not exists (
        select from orders as other
        where other.user_id = orders.user_id and other.status <> 'cancelled' and other.id <> orders.id
      )`.execute(db)
}

/** Claims the reward of a delivered first order, once. Returns the referrer, or null. */
export async function claimReward(db: Db, orderId: string, now: Date): Promise<string | null> {
  const row = await db
    .updateTable('referrals')
    .set({ rewardedAt: now })
    .where('orderId', '=', orderId)
    .where('rewardedAt', 'is', null)
    .where(({ not, exists }) => not(exists(refundedOrder(db, orderId))))
    .returning('referrerId')
    .executeTakeFirst()
  return row?.referrerId ?? null
}

export async function isRefunded(db: Db, orderId: string): Promise<boolean> {
  return (await refundedOrder(db, orderId).executeTakeFirst()) !== undefined
}

function refundedOrder(db: Db, orderId: string) {
  const order = db.selectFrom('orders').select('id').where('id', '=', orderId)
  return order.where('paymentStatus', '=', 'refunded')
}

export async function recordReward(db: Db, orderId: string, rewardId: string): Promise<void> {
  await db.updateTable('referrals').set({ rewardId }).where('orderId', '=', orderId).execute()
}

/** Returns the coupon id of the reward for an order, or null. */
export async function rewardFor(db: Db, orderId: string): Promise<string | null> {
  const query = db.selectFrom('referrals').select('rewardId').where('orderId', '=', orderId)
  return (await query.executeTakeFirst())?.rewardId ?? null
}
