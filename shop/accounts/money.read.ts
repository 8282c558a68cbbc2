import { type RawBuilder, sql } from 'kysely'
import { PROVIDERS } from '#shop/accounts/accounts.ts'
import type { OwnEntry, PayoutLine } from '#shop/accounts/payout-file.ts'
import { periodOrMonth } from '#shop/accounts/period.ts'
import type { Db } from '#shop/ctx.ts'
import { addDays, type Day, startOf } from '#shop/kernel/day.ts'
import { valueIn } from '#shop/kernel/filters.ts'
import type { Money } from '#shop/kernel/money.ts'
import { PAYMENT_SOURCE } from '#shop/payments/payments.read.ts'

export const MONEY_DIRECTIONS = ['received', 'refunded'] as const
export type MoneyDirection = (typeof MONEY_DIRECTIONS)[number]

/** Null includes both directions, or every provider. */
export type MoneyFilter = { direction: MoneyDirection | null; provider: string | null; from: Day; to: Day }

/** Reads `?period=`, `direction=` and `provider=`, by default all money of this month; null for unknown values. */
export function readMoneyFilter(params: URLSearchParams, now: Date) {
  const text = params.get('direction') ?? ''
  const direction = valueIn(MONEY_DIRECTIONS, text)
  const provider = params.get('provider') || null
  const period = periodOrMonth(params.get('period'), now)
  if (!period || text !== (direction ?? '') || (provider && !Object.hasOwn(PROVIDERS, provider))) return null
  return { period, filter: { direction, provider, from: period.from, to: period.to } }
}

/** `reference`: the provider's id, if there is any; null for cash. */
export type MoneyEntry = {
  id: string
  orderId: string
  direction: MoneyDirection
  provider: string
  amount: Money
  at: Date
  reference: string | null
}

/**
 * Lists payments and paid refunds by time, after the entry `after`. The caller has checked that the actor is an admin.
 */
export async function listMoney(
  db: Db,
  { direction, provider, from, to }: MoneyFilter,
  after: string | null,
  limit: number,
): Promise<MoneyEntry[]> {
  const received = sql`select payments.id, order_id, 'received' as direction, ${PAYMENT_SOURCE} as provider, amount,
      captured_at as at, provider_payment_id as reference
    from payments left join settlements on settlements.id = settlement_id`
  const refunded = sql`select refunds.id, refunds.order_id, 'refunded', provider, refunds.amount, refunds.updated_at,
      provider_refund_id as reference
    from refunds join payments on payments.id = refunds.payment_id where refunds.status = 'done'`
  const { rows } = await sql<MoneyEntry>`
    with entries as not materialized (${received} union all ${refunded})
    select id, order_id, direction, provider, amount, at,
      case when provider in ('cod', 'written_off') then null else reference end as reference
    from entries
    where ${direction ? sql`direction = ${direction}` : sql`true`}
      and ${provider ? sql`provider = ${provider}` : sql`true`} and at >= ${startOf(from)} and at < ${startOf(addDays(to, 1))}
      and (${after}::uuid is null or (at, id) > (select at, id from entries where id = ${after}::uuid))
    order by at, id limit ${limit}`.execute(db)
  return rows
}

/**
 * An order's money and net documents in a period. `between`: the difference of the two. `before`, `after`: the
 * difference of everything up to the start and up to the end of the period.
 */
export type OrderBalance = {
  orderId: string
  received: Money
  refunded: Money
  documents: Money
  between: Money
  before: Money
  after: Money
  /** True if an invoice was issued by the end of the period. */
  isInvoiced: boolean
  isWithCourier: boolean
}

/**
 * Lists orders whose money and documents of a period differ, by id. `between` adds up to `unmatchedMoney` of the
 * accounts. The caller has checked that the actor is an admin.
 */
export async function listOrderBalances(
  db: Db,
  { from, to }: Pick<MoneyFilter, 'from' | 'to'>,
  after: string | null,
  limit: number,
): Promise<OrderBalance[]> {
  const [begin, end] = [startOf(from), startOf(addDays(to, 1))]
  const isInPeriod = (time: RawBuilder<unknown>) => sql`${time} >= ${begin} and ${time} < ${end}`
  const { rows } = await sql<OrderBalance>`
    with entries as (
      select order_id, amount as received, 0 as refunded, 0 as documents from payments
        where ${isInPeriod(sql`captured_at`)}
      union all select order_id, 0, amount, 0 from refunds where status = 'done' and ${isInPeriod(sql`updated_at`)}
      union all select order_id, 0, 0, (content ->> 'total')::bigint from invoices where ${isInPeriod(sql`issued_at`)}
      union all select order_id, 0, 0, -(content ->> 'total')::bigint from credit_notes
        where ${isInPeriod(sql`issued_at`)}
    ), listed as (
      select order_id, sum(received)::bigint as received, sum(refunded)::bigint as refunded,
        sum(documents)::bigint as documents, sum(received - refunded - documents)::bigint as between
      from entries where ${after}::uuid is null or order_id > ${after}::uuid
      group by order_id having sum(received - refunded - documents) <> 0
      order by order_id limit ${limit}
    )
    select listed.*, earlier.amount as before, earlier.amount + listed.between as after,
      exists (select from invoices where invoices.order_id = listed.order_id and issued_at < ${end}) as is_invoiced,
      exists (select from payments where payments.order_id = listed.order_id and captured_at is null) as is_with_courier
    from listed join lateral (
      select coalesce(sum(amount), 0)::bigint as amount from (
        select amount from payments where order_id = listed.order_id and captured_at < ${begin}
        union all select -amount from refunds
          where order_id = listed.order_id and status = 'done' and updated_at < ${begin}
        union all select -(content ->> 'total')::bigint from invoices
          where order_id = listed.order_id and issued_at < ${begin}
        union all select (content ->> 'total')::bigint from credit_notes
          where order_id = listed.order_id and issued_at < ${begin}
      ) as moves
    ) as earlier on true
    order by order_id`.execute(db)
  return rows
}

/**
 * Returns the shop's entries that the lines name, and all others between the first and last of them. The caller has
 * checked that the actor is an admin.
 */
export async function entriesFor(db: Db, lines: readonly PayoutLine[]): Promise<OwnEntry[]> {
  const ids = lines.map(({ id }) => id)
  const { rows } = await sql<OwnEntry>`
    with entries as (
      select 'payment' as kind, provider_payment_id as id, order_id, amount, captured_at as at
      from payments where provider <> 'cod'
      union all
      select 'refund', provider_refund_id, refunds.order_id, refunds.amount, refunds.updated_at
      from refunds join payments on payments.id = refunds.payment_id
      where provider <> 'cod' and refunds.status = 'done' and provider_refund_id is not null
    ), named as (
      select kind, min(at) as first, max(at) as last from entries where id = any(${ids}::text[]) group by kind
    )
    select entries.* from entries join named on named.kind = entries.kind and at between first and last
    order by at, id`.execute(db)
  return rows
}
