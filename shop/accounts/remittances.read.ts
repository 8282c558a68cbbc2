/** Cash that couriers have, and what was transferred. The caller has checked the actor. */
import { type RawBuilder, sql } from 'kysely'
import type { Settlement } from '#shop/accounts/accounts.sql.ts'
import type { CashOrder, RemittanceLine, RemittedOrder } from '#shop/accounts/remittance-file.ts'
import type { Db } from '#shop/ctx.ts'
import { addDays, type Day, startOf } from '#shop/kernel/day.ts'
import { type Money, NO_MONEY } from '#shop/kernel/money.ts'
import { idRange } from '#shop/orders/orders.read.ts'
import { isIdPrefix } from '#shop/orders/tracking-file.ts'
import type { Provider } from '#shop/payment-gateway.ts'
import { DELIVERED_AT } from '#shop/payments/payments.read.ts'

const WITH_COURIERS = sql`select orders.id as order_id, users.full_name as customer_name,
    coalesce(payments.carrier, orders.carrier) as carrier,
    coalesce(payments.tracking_number, orders.tracking_number) as tracking_number, payments.amount,
    ${DELIVERED_AT} as delivered_at
  from payments join orders on orders.id = payments.order_id join users on users.id = orders.user_id
  where payments.captured_at is null`

/** Lists cash with couriers, the oldest first. Limit and condition apply to the list, not to the sum. */
export async function listCash(db: Db, limit: number, condition: RawBuilder<unknown> = sql`true`) {
  const [orders, sums] = await Promise.all([
    sql<CashOrder>`${WITH_COURIERS} and ${condition} order by delivered_at, order_id limit ${limit}`.execute(
      db,
    ),
    sql<{
      count: number
      amount: Money
    }>`select count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount
      from payments where captured_at is null`.execute(db),
  ])
  return { orders: orders.rows, ...(sums.rows[0] ?? { count: 0, amount: NO_MONEY }) }
}

/** Returns the cash of these orders that couriers have. `since`: when the first order was placed. */
export async function sumWithCouriers(db: Db, orderIds: readonly string[]) {
  const { rows } = await sql<{ amount: Money; since: Date | null }>`
    select coalesce(sum(amount), 0)::bigint as amount, min(created_at) as since
    from payments join orders on orders.id = order_id
    where captured_at is null and order_id = any(${orderIds}::uuid[])`.execute(db)
  return rows[0] ?? { amount: NO_MONEY, since: null }
}

/** Finds orders by the tracking number, the id (see `isIdPrefix`) or the invoice number of each line. */
export async function findRemitted(db: Db, lines: readonly RemittanceLine[]): Promise<RemittedOrder[]> {
  const ranges = lines.map(({ order }) => (isIdPrefix(order) ? idRange(order) : null))
  const { rows } = await sql<{ at: number; orderId: string; isReceived: boolean }>`
    select line.at, orders.id as order_id, exists (select from payments
        where order_id = orders.id and provider = 'cod' and captured_at is not null) as is_received
    from unnest(${lines.map(({ at }) => at)}::int[], ${lines.map(({ number }) => number.toLowerCase())}::text[],
      ${lines.map(({ order }) => order.toUpperCase())}::text[], ${ranges.map((range) => range?.from ?? null)}::uuid[],
      ${ranges.map((range) => range?.to ?? null)}::uuid[]) as line (at, awb, number, first, last)
    join lateral (
      select id from orders where line.awb <> '' and tracking_number is not null and lower(tracking_number) = line.awb
      union select order_id from payments where line.awb <> '' and tracking_number is not null
        and lower(tracking_number) = line.awb
      union select order_id from invoices where number = line.number
      union select id from orders where id between line.first and line.last limit 3
    ) as orders on true`.execute(db)
  const ids = rows.map(({ orderId }) => orderId)
  const { orders } = await listCash(db, ids.length, sql`orders.id = any(${ids}::uuid[])`)
  const cash = new Map(orders.map((order) => [order.orderId, order]))
  return rows.map((row) => ({ ...row, cash: cash.get(row.orderId) ?? null }))
}

/** `writtenOff`: the order and amount of a write-off. */
export type ListedSettlement = Settlement & {
  orders: number
  writtenOff: { orderId: string; amount: Money } | null
}

/** Finds a transfer by the provider's id, or a courier's by the bank's reference. */
export async function findSettlement(db: Db, provider: Provider, reference: string) {
  const { rows } = await sql<Settlement>`
    select id, provider, carrier, reference, to_char(day, 'YYYY-MM-DD') as day, net, fee, tax, write_off_reason
    from settlements where provider = ${provider} and reference = ${reference}`.execute(db)
  return rows[0] ?? null
}

/** Lists the newest transfers. */
export async function listSettlements(db: Db, limit: number): Promise<ListedSettlement[]> {
  const { rows } = await sql<ListedSettlement>`
    select id, provider, carrier, reference, to_char(day, 'YYYY-MM-DD') as day, net, fee, tax, write_off_reason,
      (select count(*)::int from payments where settlement_id = settlements.id) as orders,
      (select json_build_object('orderId', order_id, 'amount', amount) from payments
        where settlement_id = settlements.id and write_off_reason is not null limit 1) as written_off
    from settlements order by day desc, id limit ${limit}`.execute(db)
  return rows
}

/** `parties`: payments less refunds by the buyer of the newest invoice; `gstin` is null for consumers. */
export type SettlementParties = Settlement & {
  parties: { name: string | null; gstin: string | null; amount: Money }[]
}

/** Returns the transfers of a period. A refund by hand (of cash, or after a failure) is a transfer of its own. */
export async function settlementsOf(db: Db, { from, to }: { from: Day; to: Day }) {
  const { rows } = await sql<SettlementParties>`
    with transfers as (
      select id, provider, carrier, reference, day, net, fee, tax, write_off_reason, null::uuid as refund_id
      from settlements where day between ${from}::date and ${to}::date
      union all select refunds.id, provider, 'Refund', concat_ws(' ', provider_refund_id, left(refunds.id::text, 8)),
        (updated_at at time zone 'Asia/Kolkata')::date, -refunds.amount, 0, 0, null, refunds.id
      from refunds join payments on payments.id = payment_id
      where refunds.status = 'done' and refunds.settlement_id is null
        and (provider = 'cod' or failure_reason is not null)
        and updated_at >= ${startOf(from)} and updated_at < ${startOf(addDays(to, 1))}
    )
    select id, provider, carrier, reference, to_char(day, 'YYYY-MM-DD') as day, net, fee, tax, write_off_reason,
      (select coalesce(json_agg(party), '[]') from (
        select case when buyer.gstin is not null then buyer.name end as name, buyer.gstin,
          sum(entry.amount)::bigint as amount from (
          select order_id, amount from payments where settlement_id = transfers.id
          union all select order_id, -amount from refunds where settlement_id = transfers.id or id = refund_id
        ) as entry join orders on orders.id = entry.order_id
        left join lateral (select content -> 'buyer' as invoiced from invoices where order_id = entry.order_id
          order by issued_at desc, number desc limit 1) as invoice on true
        cross join lateral (select
          case when invoiced is null then business_name else invoiced ->> 'name' end as name,
          case when invoiced is null then orders.gstin else invoiced ->> 'gstin' end as gstin) as buyer
        group by 1, 2 order by 1, 2
      ) as party) as parties
    from transfers order by day, id`.execute(db)
  return rows
}
