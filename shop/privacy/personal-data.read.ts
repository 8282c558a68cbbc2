/** Reads all data about one person, for “Download my data”. */
import { type RawBuilder, sql } from 'kysely'
import type { Ctx, Db, Sealer } from '#shop/ctx.ts'
import { isNoMailAddress } from '#shop/customers/no-mail.ts'
import { snakeCase } from '#shop/field.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { AMOUNT_COLUMNS } from '#shop/kernel/amount-columns.ts'
import { paise, toRupees } from '#shop/kernel/money.ts'
import type { SealedTable } from '#shop/sealed-columns.sql.ts'

type Source = (person: Person) => RawBuilder<unknown>

/** Selects the person's rows of a table. `without`: columns to leave out. */
function ownRows(table: string, orderedBy: string | null = null, without = '{}'): Source {
  const order = orderedBy ? sql` order by ${sql.ref(orderedBy)}` : sql``
  return ({ id }) =>
    sql`select to_jsonb(t) - ${without}::text[] as row from ${sql.table(table)} t where user_id = ${id}${order}`
}

/** Queries by part of the file. They select no credentials, and of other people only the ids of those who acted. */
const SOURCES: Record<string, Source> = {
  // A worker's email may be a placeholder, which is not shown.
  account: ({ id, email }) =>
    sql`select to_jsonb(t) || ${isNoMailAddress(email) ? '{"email": null}' : '{}'}::jsonb
        || jsonb_build_object('coordinates', (select jsonb_agg(g.name order by g.name)
        from coordinator_groups c join shg_groups g on g.id = c.group_id where c.user_id = t.id)) as row
      from users t where id = ${id}`,
  sign_in_methods: ownRows('accounts', 'created_at', '{password,access_token,refresh_token,id_token}'),
  sessions: ownRows('sessions', 'created_at', '{token}'),
  api_keys: ownRows('api_keys', 'created_at', '{token_hash}'),
  second_factors: ({ id }) =>
    sql`select jsonb_build_object('kind', kind, 'name', name, 'created_at', created_at, 'last_used_at', last_used_at) as row
      from factors where user_id = ${id} order by created_at`,
  cart: ownRows('carts'),
  saved_addresses: ownRows('saved_addresses', 'created_at'),
  mail_choices: ownRows('consents', 'id'),
  newsletter: ({ email }) =>
    sql`select to_jsonb(t) - '{confirm_token_hash,unsubscribe_token}'::text[] || jsonb_build_object('newsletters',
        (select jsonb_agg(to_jsonb(r) || jsonb_build_object('subject', n.subject) order by n.started_at)
          from newsletter_recipients r join newsletters n on n.id = r.newsletter_id where r.subscription_id = t.id)) as row
      from newsletter_subscriptions t where email = ${email}`,
  stock_notices: ({ email }) =>
    sql`select to_jsonb(t) - '{token_hash,leave_token}'::text[] as row
      from stock_notices t where email = ${email} order by created_at`,
  messages: ({ email }) =>
    sql`select to_jsonb(t) || jsonb_build_object('answers',
        (select jsonb_agg(to_jsonb(r) order by r.created_at) from contact_replies r where r.message_id = t.id)) as row
      from contact_messages t where email = ${email} order by created_at`,
  orders: ({ id }) =>
    sql`select to_jsonb(t) - 'idempotency_key' || jsonb_build_object(
        'shipping_address', (select to_jsonb(a) from shipping_addresses a where a.id = t.shipping_address_id),
        'items', (select jsonb_agg(to_jsonb(i) || jsonb_build_object('tastemakers',
            (select jsonb_agg(to_jsonb(p) order by p.position) from order_item_tastemakers p where p.order_item_id = i.id)
          ) order by i.position) from order_items i where i.order_id = t.id),
        'history', (select jsonb_agg(to_jsonb(e) order by e.id) from order_events e where e.order_id = t.id),
        'payment_intents', (select jsonb_agg(to_jsonb(n)) from payment_intents n where n.order_id = t.id),
        'payments', (select jsonb_agg(to_jsonb(p) order by p.captured_at) from payments p where p.order_id = t.id),
        'refunds', (select jsonb_agg(to_jsonb(r) order by r.created_at) from refunds r where r.order_id = t.id),
        'refund_account', (select to_jsonb(a) - 'given_by' from refund_accounts a where a.order_id = t.id),
        'requests', (select jsonb_agg(to_jsonb(q) || jsonb_build_object('photos',
            (select jsonb_agg(jsonb_build_object('link', '/orders/' || t.id || '/photos/' || f.id, 'sent_at', f.created_at)
              order by f.created_at, f.id) from request_photos f where f.request_id = q.id)
          ) order by q.requested_at) from order_requests q where q.order_id = t.id),
        'invoices', (select jsonb_agg(to_jsonb(i) order by i.issued_at) from invoices i where i.order_id = t.id),
        'credit_notes', (select jsonb_agg(to_jsonb(c) order by c.issued_at) from credit_notes c where c.order_id = t.id),
        'emails', (select jsonb_agg(to_jsonb(m) - 'asked_by' order by m.queued_at) from order_mails m
          where m.order_id = t.id and m.kind <> 'request'),
        'flags', (select jsonb_agg(to_jsonb(f) order by f.id) from order_flags f where f.order_id = t.id)
      ) as row from orders t where user_id = ${id} order by created_at`,
  // Addresses that no order uses.
  other_addresses: ({ id }) =>
    sql`select to_jsonb(t) as row from shipping_addresses t where user_id = ${id}
      and not exists (select from orders o where o.shipping_address_id = t.id) order by created_at`,
  purchase_totals: ownRows('customer_sales'),
  purchase_days: ownRows('customer_sale_days', 'day'),
  coupons: ({ id }) =>
    // `discount_value` is paise or, if the coupon takes off a percentage, hundredths of a percent.
    sql`select to_jsonb(t) || jsonb_build_object('discount_value', discount_value / 100.0) as row from coupons t where customer_id = ${id} order by created_at`,
  coupon_uses: ownRows('coupon_uses', 'created_at'),
  // Leaves out the referrer, who is another person.
  referred_by_somebody: ({ id }) =>
    sql`select to_jsonb(t) - 'referrer_id' as row from referrals t where newcomer_id = ${id}`,
  // Leaves out unverified newcomers, because they would reveal whether an address has an account.
  referred_others: ({ id }) =>
    sql`select to_jsonb(t) - '{newcomer_id,order_id}'::text[] as row
      from referrals t join users u on u.id = t.newcomer_id and (u.email_verified or u.deleted_at is not null)
      where referrer_id = ${id} order by t.created_at`,
  reviews: ownRows('reviews', 'created_at'),
  worker: ({ id }) =>
    sql`select to_jsonb(t) || jsonb_build_object('group', (select g.name from shg_groups g where g.id = t.group_id)) as row
      from workers t where user_id = ${id}`,
  worker_cards: ownRows('worker_cards', 'issued_at', '{token_hash,issued_by}'),
  worker_pin: ownRows('worker_pins', null, '{pin_hash}'),
  worker_phones: ownRows('worker_sessions', 'started_at', '{token_hash}'),
  former_phones: ownRows('former_phones', 'replaced_at'),
  worker_news: ownRows('worker_news', 'created_at', '{sent_by}'),
  upi_changes: ownRows('upi_changes', 'asked_at', '{asked_by,told_by}'),
  work: ({ id }) =>
    sql`select to_jsonb(t) || jsonb_build_object(
        'history', (select jsonb_agg(to_jsonb(e) order by e.id) from work_log_events e where e.work_log_id = t.id),
        'photos', (select jsonb_agg(to_jsonb(p) order by p.created_at) from task_photos p where p.work_log_id = t.id)
      ) as row from work_logs t where user_id = ${id} order by created_at`,
  pay: ownRows('pay_entries', 'id'),
  payouts: ownRows('payout_lines'),
  pay_questions: ownRows('pay_questions', 'asked_at'),
  saved_filters: ownRows('saved_filters', 'created_at'),
  changes_to_the_account: ({ id }) =>
    sql`select to_jsonb(t) as row from audit_log t where entity in ('user', 'worker') and entity_id = ${id}::text order by id`,
  // Leaves out the contents, which may be about other people.
  audit_entries_as_actor: ({ id }) =>
    sql`select to_jsonb(t) - '{before,after}'::text[] || jsonb_build_object('network', network, 'device', device) as row
      from audit_log t left join audit_origins on entry_id = t.id where actor_id = ${id} order by t.id`,
}

/** Decrypts the refund account of an order, if the row has one. */
function openRefundAccount(row: unknown, sealer: Sealer): unknown {
  type Account = { order_id: string; sealed: string | null }
  const account = (row as { refund_account?: Account | null }).refund_account
  if (!account) return row
  const { sealed, ...plain } = account
  const place = `refund_accounts.sealed/${account.order_id}`
  const json = sealed === null ? null : sealer.openStored(sealed, place)
  return { ...(row as object), refund_account: { ...plain, ...(json !== null && JSON.parse(json)) } }
}

/** Tables with encrypted columns, by part of the file. */
const ENCRYPTED_TABLES: Readonly<Record<string, SealedTable>> = {
  worker: 'workers',
  former_phones: 'former_phones',
  upi_changes: 'upi_changes',
  payouts: 'payout_lines',
}

const AMOUNTS = new Set([...AMOUNT_COLUMNS].flatMap((column) => [column, snakeCase(column)]))

/** Converts amounts at any depth from paise to rupees. */
function inRupees(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inRupees)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const fields = Object.entries(value).map(([name, field]) => {
    const isAmount = AMOUNTS.has(name) && Number.isSafeInteger(field)
    return [name, isAmount ? toRupees(paise(field)) : inRupees(field)]
  })
  return Object.fromEntries(fields)
}

/** Returns rows by part, amounts in rupees. A part without rows is an empty list. */
export async function readPersonalData(
  db: Db,
  { sealer, fields }: Pick<Ctx, 'sealer' | 'fields'>,
  person: Person,
): Promise<Record<string, unknown[]>> {
  // Without plugins, column names stay as stored.
  const plain = db.withoutPlugins()
  const parts: Record<string, unknown[]> = {}
  for (const [name, source] of Object.entries(SOURCES)) {
    const { rows } = await source(person).execute(plain)
    const table = ENCRYPTED_TABLES[name]
    parts[name] = (rows as { row: Record<string, unknown> }[]).map(({ row }) =>
      inRupees(openRefundAccount(table ? fields.openRow(table, row) : row, sealer)),
    )
  }
  return parts
}
