/** SQL statements of the nightly job. With a `limit` they change or list at most that many rows of a table at once. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import type { InvoiceDocument } from '#shop/invoices/invoice-document.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'
import { FORMER_CUSTOMER } from '#shop/privacy/account-deletion.ts'
import {
  accountsDeadline,
  claimDeadline,
  daysBefore,
  logDeadline,
  RETENTION_DAYS,
  type RetentionStep,
} from '#shop/privacy/retention.ts'

export type Batch = { now: Date; limit: number }

type Condition = RawBuilder<unknown>

/** Steps that only change rows; the others also remove files. */
type Step = Exclude<RetentionStep, 'request-photos' | 'task-photos' | 'invoices'>

/** Deletes or erases the expired rows of a step. */
export async function runStatement(db: Db, step: Step, { now, limit }: Batch): Promise<number> {
  if (step === 'refund-accounts')
    return eraseRefundAccounts(db, daysBefore(now, RETENTION_DAYS.refundAccounts), limit)
  if (step === 'payout-addresses') return erasePayoutAddresses(db, accountsDeadline(now), limit)
  let deleted = 0
  for (const [table, condition] of expiredRows(now)[step])
    deleted += await deleteSome(db, table, condition, limit)
  return deleted
}

type Expiry = [table: string, condition: Condition][]

function expiredRows(now: Date): Record<Exclude<Step, 'refund-accounts' | 'payout-addresses'>, Expiry> {
  const hasEnded = sql`expires_at <= ${now}`
  const days = (name: keyof typeof RETENTION_DAYS) => daysBefore(now, RETENTION_DAYS[name])
  const [claims, log] = [claimDeadline(now), logDeadline(now)]
  return {
    sessions: [
      ['sessions', hasEnded],
      ['worker_sessions', hasEnded],
      ['api_keys', hasEnded],
    ],
    links: [
      ['verifications', hasEnded],
      ['deletion_links', hasEnded],
      ['first_admin_links', hasEnded],
      ['factor_links', hasEnded],
      ['payment_page_links', hasEnded],
      ['factor_challenges', hasEnded],
      ['staff_invitations', hasEnded],
    ],
    counts: [
      ['request_limits', sql`window_ends_at <= ${now}`],
      ['stranger_emails', sql`last_at < ${days('counts')}`],
      ['audit_alerts', sql`told_at < ${days('counts')}`],
    ],
    'idempotency-keys': [['idempotency_keys', sql`created_at < ${days('idempotencyKeys')}`]],
    // Workers' accounts, and accounts with orders or work, stay.
    'unverified-accounts': [
      [
        'users',
        sql`not email_verified and deleted_at is null and staff_role is null and not is_worker
          and created_at < ${days('unverified')}
          and not exists (select from orders where orders.user_id = users.id)
          and not exists (select from shipping_addresses where shipping_addresses.user_id = users.id)
          and not exists (select from coupon_uses where coupon_uses.user_id = users.id)
          and not exists (select from work_logs where work_logs.user_id = users.id)
          and not exists (select from workers where workers.user_id = users.id)
          and not exists (select from audit_log where audit_log.actor_id = users.id)`,
      ],
    ],
    carts: [['carts', sql`updated_at < ${days('carts')}`]],
    'contact-messages': [
      [
        'contact_messages',
        sql`status <> 'open' and created_at < ${claims} and coalesce(closed_at < ${claims}, true)
          and not exists (select from contact_replies as reply
            where reply.message_id = contact_messages.id and reply.created_at >= ${claims})`,
      ],
    ],
    newsletter: [
      [
        'newsletter_subscriptions',
        sql`(status = 'pending' and created_at < ${days('pendingSubscriptions')})
          or (status = 'unsubscribed' and unsubscribed_at < ${claims})`,
      ],
    ],
    'stock-notices': [
      [
        'stock_notices',
        sql`created_at < ${days('waitingNotices')} or sent_at < ${days('sentNotices')}
          or (confirmed_at is null and created_at < ${days('unconfirmedNotices')})`,
      ],
    ],
    'order-mails': [['order_mails', sql`queued_at < ${claims} and coalesce(sent_at < ${claims}, true)`]],
    'sent-mails': [['sent_mails', sql`sent_at < ${days('sentMails')}`]],
    // An action can be undone only for a minute.
    'desk-actions': [['desk_actions', sql`created_at < ${new Date(now.getTime() - HOUR_MS)}`]],
    'worker-cards': [['worker_cards', sql`issued_at < ${days('workerCards')}`]],
    'former-phones': [['former_phones', sql`replaced_at < ${days('formerPhones')}`]],
    'worker-news': [['worker_news', sql`created_at < ${days('workerNews')}`]],
    'photo-uploads': [['photo_uploads', sql`updated_at < ${days('uploads')}`]],
    'webhook-deliveries': [['webhook_deliveries', sql`created_at < ${days('webhookDeliveries')}`]],
    'audit-origins': [['audit_origins', sql`created_at < least(${log}, now() - interval '1 year')`]],
  }
}

/** Deletes expired rows. Locked rows wait for the next night. */
async function deleteSome(db: Db, table: string, condition: Condition, limit: number): Promise<number> {
  const name = sql.table(table)
  const { numAffectedRows } = await sql`delete from ${name} where ctid = any(array(
    select ctid from ${name} where ${condition} limit ${limit} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Erases refund accounts except their hints. Keeps an account if its order has an open or recent refund or request. */
async function eraseRefundAccounts(db: Db, deadline: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`update refund_accounts set sealed = null where order_id = any(array(
    select order_id from refund_accounts as account
    where sealed is not null and given_at < ${deadline}
      and not exists (select from refunds where refunds.order_id = account.order_id
        and (refunds.status <> 'done' or refunds.updated_at >= ${deadline}))
      and not exists (select from order_requests as request where request.order_id = account.order_id
        and (request.status = 'open' or request.decided_at >= ${deadline}))
    limit ${limit} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Erases the buyers of closed accounts on old documents, and their delivery addresses. An invoice keeps its buyer as
 * long as its credit note.
 * Returns the documents, whose files the caller removes, and the number of erased addresses.
 */
export async function eraseBuyers(db: Db, { now, limit }: Batch) {
  const deadline = accountsDeadline(now)
  const selectDue = (table: RawBuilder<unknown>) => sql`
    from ${table} as document join orders on orders.id = document.order_id join users on users.id = orders.user_id
    where users.deleted_at is not null and document.issued_at < ${deadline}
      and document.content -> 'buyer' ->> 'name' <> ${FORMER_CUSTOMER}`
  const buyer = sql`jsonb_build_object('name', ${FORMER_CUSTOMER}::text, 'lines', '[]'::jsonb,
    'state', content -> 'buyer' -> 'state', 'gstin', null)`
  const documents: InvoiceDocument[] = []
  for (const [table, condition] of [
    [sql`credit_notes`, sql``],
    [
      sql`invoices`,
      sql`and not exists (select from credit_notes as note where note.invoice_id = document.id and note.issued_at >= ${deadline})`,
    ],
  ] as const) {
    const { rows } = await sql<{ content: InvoiceDocument }>`
      update ${table} set content = jsonb_set(content - 'shipTo', '{buyer}', ${buyer})
      where id = any(array(select document.id ${selectDue(table)} ${condition}
        limit ${limit} for update of document skip locked))
      returning content`.execute(db)
    documents.push(...rows.map(({ content }) => content))
  }
  const { numAffectedRows } = await sql`update shipping_addresses
    set full_name = ${FORMER_CUSTOMER}, address_line1 = '(removed)', address_line2 = null
    where id = any(array(
      select address.id from shipping_addresses as address join users on users.id = address.user_id
      where users.deleted_at is not null and address.full_name <> ${FORMER_CUSTOMER}
        and not exists (select from orders where orders.shipping_address_id = address.id and orders.updated_at >= ${deadline})
      limit ${limit} for update of address skip locked))`.execute(db)
  return { documents, addresses: Number(numAffectedRows ?? 0) }
}

/** Erases the UPI IDs of old payout lines whose payment is recorded. */
async function erasePayoutAddresses(db: Db, deadline: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`update payout_lines set upi_id = null where id = any(array(
    select line.id from payout_lines as line join payouts on payouts.id = line.payout_id
    where line.upi_id is not null and line.state <> 'waiting' and payouts.created_at < ${deadline}
      and coalesce(line.paid_at < ${deadline}, true)
    limit ${limit} for update of line skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export type OldPhoto = { id: string; fileKey: string }

/** Lists photos and examples of tasks that ended long ago and still have files. */
export async function photosOfOldTasks(db: Db, { now, limit }: Batch) {
  const deadline = claimDeadline(now)
  const ended = sql`join work_logs as task on task.id = photo.work_log_id
    where task.state in ('paid', 'withdrawn') and task.updated_at < ${deadline}`
  const photos = await sql<OldPhoto>`select photo.id, photo.file_key from task_photos as photo ${ended}
    and photo.removed_at is null limit ${limit}`.execute(db)
  const examples = await sql<OldPhoto>`select photo.id, photo.file_key from task_examples as photo ${ended}
    limit ${limit}`.execute(db)
  return { photos: photos.rows, examples: examples.rows }
}

/** Records that the files were removed. Returns the number of changed rows. */
export async function markPhotosRemoved(
  db: Db,
  { photos, examples }: { photos: readonly string[]; examples: readonly string[] },
  now: Date,
): Promise<number> {
  const marked = await sql`update task_photos set removed_at = ${now}
    where id = any(${[...photos]}::uuid[]) and removed_at is null`.execute(db)
  const deleted = await sql`delete from task_examples where id = any(${[...examples]}::uuid[])`.execute(db)
  return Number(marked.numAffectedRows ?? 0) + Number(deleted.numAffectedRows ?? 0)
}

/** True if the file belongs to a stored photo, example or picture. */
export async function hasRowOfFile(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from task_photos where id = ${id}::uuid)
      or exists (select from task_examples where id = ${id}::uuid)
      or exists (select from task_pictures where id = ${id}::uuid)
      or exists (select from pictures where id = ${id}::uuid) as found`.execute(db)
  return rows[0]?.found ?? false
}
