/** The only place that writes referrals, and the codes that users are known by. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

/**
 * Gives the user a code, and answers with the one they have now: 'taken' when this one is somebody else's, null when
 * there is no such account, or it was closed.
 */
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

type CodesWanted = { prefix: string; length: number; after: string | null; limit: number }

/**
 * Gives codes of so many characters of the id to the next accounts that have none, in the order of their ids from
 * `after` on; who would get another's code gets none. `last` is where to go on, null at the end.
 */
export async function giveCodes(
  db: Db,
  { prefix, length, after, limit }: CodesWanted,
): Promise<{ seen: number; given: number; last: string | null }> {
  const { rows } = await sql<{ seen: number; given: number; last: string | null }>`
    with wanting as (
      select id, ${prefix} || upper(right(replace(id::text, '-', ''), ${length}::int)) as code from users
      where referral_code is null and deleted_at is null and (${after}::uuid is null or id > ${after}::uuid)
      order by id limit ${limit} for no key update
    ), firsts as (select distinct on (code) id, code from wanting order by code, id),
    given as (
      update users set referral_code = firsts.code from firsts
      where users.id = firsts.id and not exists (select from users other where other.referral_code = firsts.code)
      returning users.id
    )
    select count(*)::int as seen, (select count(*)::int from given) as given,
      (array_agg(id order by id desc))[1] as last from wanting`.execute(db)
  return rows[0] ?? { seen: 0, given: 0, last: null }
}

export type Referrer = { id: string; code: string; discount: number | null }

/**
 * Whose code this is; null when it is nobody's. A code counts once its owner's address is verified: it can be told from
 * the id in the answer to a sign-up, and would else tell whether that address was new.
 */
export async function findReferrer(db: Db, code: string): Promise<Referrer | null> {
  return referrers(db)
    .where('referralCode', '=', code)
    .where('emailVerified', '=', true)
    .executeTakeFirst()
    .then(withCode)
}

/** Who brought this user, as remembered with the account; null when nobody did. */
export async function referrerOf(db: Db, newcomerId: string): Promise<Referrer | null> {
  const brought = db.selectFrom('referrals').select('referrerId').where('newcomerId', '=', newcomerId)
  return referrers(db).where('id', '=', brought).executeTakeFirst().then(withCode)
}

function referrers(db: Db) {
  return db.selectFrom('users').select(['id', 'referralCode as code', 'referralDiscount as discount'])
}

function withCode(
  row: { id: string; code: string | null; discount: number | null } | undefined,
): Referrer | null {
  return row?.code ? { ...row, code: row.code } : null
}

export type Newcomer = {
  userId: string
  delivery: { phone: string; addressLine1: string; postalCode: string } | null
}

/**
 * True when the newcomer is, by phone or by address, the referrer over again. Phones are compared by their last ten
 * digits, addresses by PIN code and the first line without spaces and punctuation. (Some databases know no other
 * alphabet than the Latin one: what stays must not be named by its letters.)
 */
export async function isReferrer(db: Db, referrerId: string, newcomer: Newcomer): Promise<boolean> {
  const { userId, delivery } = newcomer
  if (userId === referrerId) return true
  const phone = (text: string) => sql.raw(`right(regexp_replace(${text}, '\\D', '', 'g'), 10)`)
  const place = (text: string) => sql.raw(`lower(regexp_replace(${text}, '[[:space:][:punct:]]', '', 'g'))`)
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
        and ${place('theirs.line')} <> '' and ${place('theirs.line')} = ${place('mine.line')})
    limit 1`.execute(db)
  return rows.length > 0
}

/** Remembers who brought a new account; the first one counts. A newcomer without an account is passed over. */
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

/** Notes the first order of somebody who was brought. One that already has a first order keeps it. */
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

/** A first order that was not delivered no longer stands: the next one will be the first. */
export async function releaseReferredOrder(db: Db, orderId: string): Promise<void> {
  await db
    .updateTable('referrals')
    .set({ orderId: null })
    .where('orderId', '=', orderId)
    .where('rewardedAt', 'is', null)
    .execute()
}

/** An order stands again: it is the first one, if it is the only one that stands and goes to a newcomer indeed. */
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

/**
 * Claims the thank-you for a delivered first order: whom it is for, or null when the order was not referred, was paid
 * back, or has had its thank-you. Of several callers one gets it.
 */
export async function claimReward(db: Db, orderId: string, now: Date): Promise<string | null> {
  const claimed = await db
    .updateTable('referrals')
    .set({ rewardedAt: now })
    .where('orderId', '=', orderId)
    .where('rewardedAt', 'is', null)
    .where(({ not, exists }) => not(exists(paidBack(db, orderId))))
    .returning('referrerId')
    .executeTakeFirst()
  return claimed?.referrerId ?? null
}

/** True when all the money of the order has gone back. */
export async function isRefunded(db: Db, orderId: string): Promise<boolean> {
  return (await paidBack(db, orderId).executeTakeFirst()) !== undefined
}

function paidBack(db: Db, orderId: string) {
  return db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('paymentStatus', '=', 'refunded')
}

export async function recordReward(db: Db, orderId: string, rewardId: string): Promise<void> {
  await db.updateTable('referrals').set({ rewardId }).where('orderId', '=', orderId).execute()
}

/** The thank-you that was given for an order; null when there was none, or it has been deleted. */
export async function rewardFor(db: Db, orderId: string): Promise<string | null> {
  const row = await db
    .selectFrom('referrals')
    .select('rewardId')
    .where('orderId', '=', orderId)
    .executeTakeFirst()
  return row?.rewardId ?? null
}
