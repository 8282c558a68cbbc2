/** Messages to workers, for pages and jobs. The caller has checked the actor. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { realEmail } from '#shop/customers/no-mail.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { type Money, NO_MONEY } from '#shop/kernel/money.ts'
import type { GroupScope } from '#shop/programme/coordination.ts'
import {
  MAX_PER_TEXT,
  NEWS_DAYS,
  type News,
  type NewsKind,
  type NewsTask,
  SENT_TEXT_DAYS,
  type SentText,
} from '#shop/programme/news.ts'
import { languageIn } from '#shop/programme/worker.ts'
import { sealed } from '#shop/sealed-columns.sql.ts'

export const NEWS = sql`worker_news news
  join users person on person.id = news.user_id and person.is_worker and person.deleted_at is null
  join workers worker on worker.user_id = news.user_id
  left join work_logs task on task.id = news.work_log_id and task.user_id = news.user_id
  left join payout_lines line on line.id = news.payout_line_id`

function wasAnnounced(workLogId: RawBuilder<unknown>, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from worker_news earlier
    where earlier.work_log_id = ${workLogId} and earlier.user_id = ${userId} and earlier.kind <> 'withdrawn' and earlier.sent_at is not null)`
}

function isStillTrue(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(case news.kind
    when 'new_task' then task.state = 'pending'
    when 'do_again' then task.state = 'returned' and task.review_date = news.occasion
    when 'due_tomorrow' then task.state in ('pending', 'in_progress', 'returned') and task.completion_deadline > ${now}
    when 'paid' then line.state = 'paid'
    when 'withdrawn' then task.state = 'withdrawn'
  end)`
}

export function inScope(scope: GroupScope): RawBuilder<boolean> {
  return sql<boolean>`(${scope === null} or worker.group_id = any(${[...(scope ?? [])]}::uuid[]))`
}

const PHONE = sql`coalesce(case when worker.phone <> '' then ${sealed('workers', 'phone', 'worker')} end, nullif(person.phone_number, ''))`

/** True if the message is unsent, recent, wanted and still true, and its worker has a phone number. */
function isWaiting(scope: GroupScope, now: Date): RawBuilder<boolean> {
  const since = new Date(now.getTime() - NEWS_DAYS * DAY_MS)
  return sql<boolean>`news.sent_at is null and news.created_at > ${since}
    and ${PHONE} is not null and ${inScope(scope)} and ${isStillTrue(now)}
    and news.kind <> all(worker.news_off)
    and (news.kind <> 'withdrawn' or ${wasAnnounced(sql`news.work_log_id`, sql`news.user_id`)})`
}

export async function countNewsRecipients(db: Db, scope: GroupScope, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct news.user_id)::int as count from ${NEWS} where ${isWaiting(scope, now)}`.execute(db)
  return rows[0]?.count ?? 0
}

type NewsRow = { id: string; kind: NewsKind } & Nullable<NewsTask & { amount: Money; reference: string }>
type Nullable<Fields> = { [Key in keyof Fields]: Fields[Key] | null }

const FACTS = sql`news.id, news.kind, task.task_name, task.task_name_hi, task.quantity, task.unit, task.payment_amount,
  task.completion_deadline, task.rejection_reason, task.rejection_preset, line.amount, line.reference`

function newsOf({ id, kind, amount, reference, ...row }: NewsRow): News {
  if (kind === 'paid')
    return { id, kind, payment: { amount: amount ?? NO_MONEY, reference: reference ?? '' } }
  const { rejectionReason, rejectionPreset } = row
  const task = {
    taskName: row.taskName ?? '',
    taskNameHi: row.taskNameHi ?? '',
    quantity: row.quantity ?? 0,
    unit: row.unit ?? '',
    paymentAmount: row.paymentAmount ?? NO_MONEY,
    completionDeadline: row.completionDeadline ?? new Date(0),
    rejectionReason,
    rejectionPreset,
  }
  return { id, kind, task }
}

/** Returns one page of workers with waiting messages, longest waiting first. */
export async function listNewsToSend(
  db: Db,
  { scope, offset, limit, now }: { scope: GroupScope; offset: number; limit: number; now: Date },
) {
  const { rows: workers } = await sql<{
    userId: string
    fullName: string
    groupName: string | null
    /** Null if it cannot be decrypted; a moved or changed value is reported to the owners. */
    phone: string | null
    language: string
    email: string
    count: number
  }>`
    select news.user_id, person.full_name, person.email, worker.language, ${PHONE} as phone,
      (select name from shg_groups where id = worker.group_id) as group_name, count(*)::int as count
    from ${NEWS} where ${isWaiting(scope, now)}
    group by news.user_id, person.id, worker.user_id
    order by min(news.created_at), news.user_id limit ${limit} offset ${offset}`.execute(db)
  const ids = workers.map(({ userId }) => userId)
  const { rows } = await sql<NewsRow & { userId: string }>`
    select * from (
      select news.user_id, news.created_at, ${FACTS},
        row_number() over (partition by news.user_id order by news.created_at, news.id) as place
      from ${NEWS} where news.user_id = any(${ids}::uuid[]) and ${isWaiting(scope, now)}
    ) waiting where place <= ${MAX_PER_TEXT} order by created_at, id`.execute(db)
  const recipients = workers.flatMap(({ email, count, language, phone, ...worker }) => {
    if (phone === null) return []
    const news = rows.filter(({ userId }) => userId === worker.userId).map(newsOf)
    return {
      ...worker,
      phone,
      language: languageIn(language) ?? 'en',
      hasEmail: realEmail(email) !== null,
      news,
      more: Math.max(0, count - news.length),
    }
  })
  return { workers: recipients, total: await countNewsRecipients(db, scope, now) }
}

/** `news`: the oldest `MAX_PER_TEXT` messages. `more`: how many messages follow. */
export type NewsToSend = Awaited<ReturnType<typeof listNewsToSend>>['workers'][number]

const MAX_SENT_TEXTS = 50

/** Returns texts sent in the last days, newest first. */
export async function listSentTexts(db: Db, scope: GroupScope, now: Date): Promise<SentText[]> {
  const since = new Date(now.getTime() - SENT_TEXT_DAYS * DAY_MS)
  const { rows } = await sql<SentText>`
    select news.sent_id, person.full_name, array_agg(distinct news.kind) as kinds,
      news.sent_at as at, sender.full_name as by
    from ${NEWS} left join users sender on sender.id = news.sent_by
    where news.sent_at > ${since} and ${inScope(scope)}
    group by news.sent_id, person.id, sender.id, news.sent_at
    order by at desc, person.full_name limit ${MAX_SENT_TEXTS}`.execute(db)
  return rows
}

/**
 * Returns how a worker is notified of a withdrawal: by email, and by message if a message announced the task and the
 * worker has a phone number.
 */
export async function withdrawalChannels(db: Db, workLogId: string) {
  const { rows } = await sql<{ email: string; hasMessage: boolean }>`
    select person.email, ${PHONE} is not null and ${wasAnnounced(sql`task.id`, sql`task.user_id`)} as has_message
    from work_logs task join users person on person.id = task.user_id and person.is_worker and person.deleted_at is null
      join workers worker on worker.user_id = person.id
    where task.id = ${workLogId}::uuid and 'withdrawn' <> all(worker.news_off)`.execute(db)
  const [row] = rows
  return { byEmail: !!row && realEmail(row.email) !== null, byMessage: row?.hasMessage ?? false }
}

export type OwnNews = { at: Date; news: News }

/**
 * Returns a worker's messages of the last weeks that are still true, newest first. Includes only the latest message
 * about each task and payment.
 */
export async function listOwnNews(db: Db, userId: string, now: Date): Promise<OwnNews[]> {
  const since = new Date(now.getTime() - NEWS_DAYS * DAY_MS)
  const { rows } = await sql<NewsRow & { at: Date }>`
    select * from (
      select distinct on (coalesce(news.work_log_id, news.payout_line_id)) news.created_at as at, ${FACTS}
      from ${NEWS} where news.user_id = ${userId}::uuid and news.created_at > ${since}
        and ${isStillTrue(now)}
      order by coalesce(news.work_log_id, news.payout_line_id), news.created_at desc, news.id desc
    ) latest order by at desc, id limit 50`.execute(db)
  return rows.map(({ at, ...row }) => ({ at, news: newsOf(row) }))
}

/** Returns the kinds that the worker switched off; null if not enrolled. */
export async function newsOff(db: Db, userId: string): Promise<NewsKind[] | null> {
  const row = await db.selectFrom('workers').select('newsOff').where('userId', '=', userId).executeTakeFirst()
  return row ? (row.newsOff as NewsKind[]) : null
}
