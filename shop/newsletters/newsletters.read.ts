/** Reads newsletters. The caller has checked that the actor is an admin. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { type Money, NO_MONEY } from '#shop/kernel/money.ts'
import { countRows } from '#shop/lists.read.ts'
import { hasText } from '#shop/name-words.sql.ts'
import {
  ALL_STATES,
  type Audience,
  type Newsletter,
  type NewsletterResults,
  type NewsletterSearch,
  NO_COUNTS,
  RESULT_DAYS,
} from '#shop/newsletters/newsletter.ts'
import { REVENUE } from '#shop/revenue.read.ts'

export async function findNewsletter(db: Db, id: string): Promise<Newsletter | null> {
  if (!isUuid(id)) return null
  const row = await db.selectFrom('newsletters').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Selects the confirmed, deliverable subscriptions of an audience. Cancelled orders do not count. */
export function subscriptionsOf(db: Db, { ordered, days, state }: Audience, now: Date) {
  const orders = sql`orders join users on users.id = orders.user_id
    where users.email = newsletter_subscriptions.email and orders.status <> 'cancelled'`
  let query = db
    .selectFrom('newsletterSubscriptions')
    .where('status', '=', 'confirmed')
    .where('undeliverableAt', 'is', null)
  if (ordered !== 'any') {
    const since = new Date(now.getTime() - (days ?? 0) * DAY_MS)
    const recent = sql<boolean>`exists (select from ${orders} and orders.created_at >= ${since})`
    query = query.where(ordered === 'yes' ? recent : sql<boolean>`not ${recent}`)
  }
  if (state !== ALL_STATES) {
    query = query.where(sql<boolean>`${state} = (select shipping_addresses.state from shipping_addresses
      where shipping_addresses.id = (select orders.shipping_address_id from ${orders}
        order by orders.created_at desc limit 1))`)
  }
  return query
}

export async function countAudience(db: Db, audience: Audience, now: Date): Promise<number> {
  return countRows(subscriptionsOf(db, audience, now))
}

/** Returns the last other newsletter whose sending began after `since`, or null. */
export async function findSentSince(db: Db, { since, except }: { since: Date; except: string }) {
  const row = await db
    .selectFrom('newsletters')
    .select(['subject', 'startedAt'])
    .where('startedAt', '>=', since)
    .where('id', '<>', except)
    .orderBy('startedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.startedAt ? { subject: row.subject, startedAt: row.startedAt } : null
}

/** Counts waiting recipients (or a draft's audience) who got another newsletter after `since`. */
export async function countSentLately(
  db: Db,
  newsletter: Newsletter,
  { since, now }: { since: Date; now: Date },
): Promise<number> {
  const waiting =
    newsletter.status === 'draft'
      ? subscriptionsOf(db, newsletter, now).select('newsletterSubscriptions.id')
      : db
          .selectFrom('newsletterRecipients as own')
          .select('own.subscriptionId as id')
          .where('own.newsletterId', '=', newsletter.id)
          .where('own.state', '=', 'queued')
          .where('own.subscriptionId', 'is not', null)
          .$narrowType<{ id: string }>()
  const { count } = await db
    .selectFrom('newsletterRecipients as other')
    .select(sql<number>`count(distinct other.subscription_id)::int`.as('count'))
    .where('other.state', '=', 'sent')
    .where('other.sentAt', '>=', since)
    .where('other.newsletterId', '<>', newsletter.id)
    .where('other.subscriptionId', 'in', waiting)
    .executeTakeFirstOrThrow()
  return count
}

const MAX_UNDELIVERABLE = 100

const inState = (state: string) => sql<number>`(count(*) filter (where state = ${state}))::int`

function selectCounts(db: Db) {
  return db
    .selectFrom('newsletterRecipients')
    .select([
      sql<number>`count(*)::int`.as('recipients'),
      inState('sent').as('sent'),
      inState('failed').as('failed'),
      inState('skipped').as('skipped'),
      inState('queued').as('queued'),
      sql<number>`count(unsubscribed_at)::int`.as('unsubscribed'),
    ])
}

/** Returns one page of the newsletters, newest first, and the number of matches. */
export async function listNewsletters(db: Db, { text, status, page }: NewsletterSearch, perPage: number) {
  let query = db.selectFrom('newsletters')
  if (text) query = query.where(hasText(['subject'], text))
  if (status) query = query.where('status', '=', status)
  const total = await countRows(query)
  const rows = await query
    .select(['id', 'subject', 'status', 'createdAt', 'updatedAt', 'startedAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return { newsletters: [], total }
  const [recipientRows, visitRows] = await Promise.all([
    selectCounts(db)
      .select('newsletterId')
      .where('newsletterId', 'in', ids)
      .groupBy('newsletterId')
      .execute(),
    db
      .selectFrom('newsletterVisits')
      .select(['newsletterId', sql<number>`sum(visits)::int`.as('visits')])
      .where('newsletterId', 'in', ids)
      .groupBy('newsletterId')
      .execute(),
  ])
  const counts = new Map(recipientRows.map(({ newsletterId, ...row }) => [newsletterId, row]))
  const visits = new Map(visitRows.map((row) => [row.newsletterId, row.visits]))
  const newsletters = rows.map((row) => ({
    ...row,
    ...(counts.get(row.id) ?? NO_COUNTS),
    visits: visits.get(row.id) ?? 0,
  }))
  return { newsletters, total }
}

/** Reads the results, which include all orders of recipients within RESULT_DAYS, whatever led to them. */
export async function readResults(db: Db, newsletterId: string): Promise<NewsletterResults> {
  const [recipientRows, visitRows, orderTotals, undeliverable] = await Promise.all([
    selectCounts(db).where('newsletterId', '=', newsletterId).executeTakeFirst(),
    db
      .selectFrom('newsletterVisits')
      .select(sql<number>`coalesce(sum(visits), 0)::int`.as('visits'))
      .where('newsletterId', '=', newsletterId)
      .executeTakeFirst(),
    db
      .selectFrom('newsletterRecipients as recipients')
      .innerJoin('newsletterSubscriptions as subscribers', 'subscribers.id', 'recipients.subscriptionId')
      .innerJoin('users', 'users.email', 'subscribers.email')
      .innerJoin('orders', 'orders.userId', 'users.id')
      .select([
        sql<number>`count(*)::int`.as('orders'),
        sql<Money>`coalesce(sum(${REVENUE}), 0)::bigint`.as('revenue'),
      ])
      .where('recipients.newsletterId', '=', newsletterId)
      .where('recipients.state', '=', 'sent')
      .where('orders.status', '<>', 'cancelled')
      .where(
        sql<boolean>`orders.created_at >= recipients.sent_at
          and orders.created_at < recipients.sent_at + make_interval(days => ${RESULT_DAYS})`,
      )
      .executeTakeFirst(),
    db
      .selectFrom('newsletterRecipients as recipients')
      .innerJoin('newsletterSubscriptions as subscribers', 'subscribers.id', 'recipients.subscriptionId')
      .select('subscribers.email')
      .where('recipients.newsletterId', '=', newsletterId)
      .where('subscribers.undeliverableAt', 'is not', null)
      .orderBy('subscribers.email')
      .limit(MAX_UNDELIVERABLE)
      .execute(),
  ])
  return {
    ...(recipientRows ?? NO_COUNTS),
    undeliverable: undeliverable.map(({ email }) => email),
    visits: visitRows?.visits ?? 0,
    orders: orderTotals?.orders ?? 0,
    revenue: orderTotals?.revenue ?? NO_MONEY,
  }
}

/** Returns null if the address is not subscribed. */
export async function findUnsubscribeToken(db: Db, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('newsletterSubscriptions')
    .select('unsubscribeToken')
    .where('email', '=', email)
    .where('status', '=', 'confirmed')
    .executeTakeFirst()
  return row?.unsubscribeToken ?? null
}
