import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#shop/ctx.ts'
import { checkLedger } from '#shop/inventory/movements.read.ts'

type Row = Record<string, unknown>

/** Returns the totals of all orders by id. */
export async function totalsOf(db: Db) {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'subtotal', 'discount', 'tax', 'shippingFee', 'roundOff', 'total'])
    .execute()
  return new Map(rows.map(({ id, ...sums }) => [id, sums]))
}

/** Fails if the query returns any rows, and shows them. */
export async function expectNone(db: Db, what: string, query: RawBuilder<Row>): Promise<void> {
  const { rows } = await query.execute(db.withoutPlugins())
  expect(rows, what).toEqual([])
}

/** The sum of an order's approved refunds. Not for a cancelled order, which is refunded in full. */
export const GRANTED_REFUNDS = sql<Row>`(select coalesce(sum(order_requests.amount), 0) from order_requests
  where order_requests.order_id = orders.id and kind = 'refund' and order_requests.status = 'approved')`

/**
 * Expects that no earlier order has changed its total and that every order adds up. Expects stock movements to
 * agree with items, payments and refunds with totals, and coupons and invoices with orders.
 */
export async function expectTotalsReconcile(
  db: Db,
  earlier: Awaited<ReturnType<typeof totalsOf>>,
): Promise<void> {
  const after = await totalsOf(db)
  for (const [id, sums] of earlier) expect(after.get(id), id).toEqual(sums)
  for (const [id, { subtotal, discount, tax, shippingFee, roundOff, total }] of after)
    expect(subtotal - discount + tax + shippingFee + roundOff, id).toBe(total)
  await expectNone(
    db,
    'orders whose items do not add up to the subtotal',
    sql`select orders.id from orders join order_items on order_id = orders.id
      group by orders.id having sum(total_price) <> subtotal`,
  )
  await expectStockReconciles(db)
  await expectPaymentsReconcile(db)
  await expectCouponUsesReconcile(db)
  await expectInvoicesReconcile(db)
}

/**
 * Stock is the opening stock, less sold units, plus returned units. A cancelled order holds only units that
 * were shipped.
 */
async function expectStockReconciles(db: Db): Promise<void> {
  expect((await checkLedger(db)).gaps).toEqual([])
  await expectNone(db, 'products with negative stock', sql`select id from products where stock_quantity < 0`)
  await expectNone(
    db,
    'orders whose stock movements differ from their items',
    sql`
      with ordered as (
        select order_id, product_id, sum(quantity) as units from (
          select order_id, product_id, quantity from order_items
          union all
          select order_id, picks.product_id, quantity * count
          from order_item_tastemakers as picks join order_items on order_items.id = order_item_id
        ) as lines where product_id is not null group by order_id, product_id
      ), moved as (
        select order_id, product_id, sum(quantity) as moved,
          coalesce(sum(quantity) filter (where reason = 'return'), 0) as returned
        from stock_movements where order_id is not null group by order_id, product_id
      )
      select order_id, product_id, units, moved, returned
      from ordered full join moved using (order_id, product_id) join orders on orders.id = order_id
      where case when orders.status = 'cancelled' then
          coalesce(moved, 0) not between case when exists (select from order_events
            where order_id = orders.id and to_status in ('shipped', 'delivered')) then -units else 0 end and 0
        else coalesce(moved, 0) <> coalesce(returned, 0) - coalesce(units, 0) end`,
  )
}

/** In every order, captured less refunded is the order's price, and no payment is refunded twice. */
async function expectPaymentsReconcile(db: Db): Promise<void> {
  await expectNone(
    db,
    'orders that keep another amount than they cost',
    sql`
      select orders.id, orders.status, payment_status, total, captured, refunded from orders
      cross join lateral (
        select coalesce(sum(amount), 0) as captured from payments where order_id = orders.id
      ) as paid_in
      cross join lateral (
        select coalesce(sum(amount), 0) as refunded from refunds where order_id = orders.id and status <> 'refused'
      ) as paid_back
      where captured - refunded <> case
        when orders.status = 'cancelled' or payment_status not in ('collected', 'paid', 'refunded') then 0
        else total - ${GRANTED_REFUNDS} end`,
  )
  await expectNone(
    db,
    'payments with refunds above their amount',
    sql`select payments.id from payments join refunds on payment_id = payments.id and status <> 'refused'
      group by payments.id having sum(refunds.amount) > payments.amount`,
  )
}

/** A coupon has one use for each uncancelled order with it, and never more uses than allowed. */
async function expectCouponUsesReconcile(db: Db): Promise<void> {
  await expectNone(
    db,
    'coupons with a wrong number of uses',
    sql`select code from coupons where current_uses > coalesce(max_uses, current_uses)
      or current_uses <> (select count(*) from orders where coupon_id = coupons.id and status <> 'cancelled')
      or current_uses <> (select count(*) from coupon_uses where coupon_id = coupons.id)`,
  )
}

/**
 * Numbers have no gaps. An order has at most one unreversed invoice. Each invoice has the order's total, and credit
 * notes of at most that total: of exactly that total if it is reversed.
 */
async function expectInvoicesReconcile(db: Db): Promise<void> {
  for (const table of ['invoices', 'credit_notes'])
    await expectNone(
      db,
      `gaps in the numbers of the ${table}`,
      sql`select min(number), max(number), count(*) from ${sql.table(table)}
        group by left(number, -7) having max(right(number, 7)::int) <> count(*)`,
    )
  await expectNone(
    db,
    'orders with two invoices',
    sql`select order_id from invoices where reversed_at is null group by order_id having count(*) > 1`,
  )
  await expectNone(
    db,
    'invoices whose total is not the order’s',
    sql`select number from invoices join orders on orders.id = order_id where (content ->> 'total')::bigint <> total`,
  )
  await expectNone(
    db,
    'invoices with credit above their total, or reversed with credit below it',
    sql`select invoices.number from invoices join credit_notes on invoice_id = invoices.id
      group by invoices.id having sum(amount) > (invoices.content ->> 'total')::bigint
        or (reversed_at is not null and sum(amount) <> (invoices.content ->> 'total')::bigint)`,
  )
}

/** Expects that no customer has the first-order discount on two uncancelled orders. */
export async function expectSingleFirstOrderDiscounts(db: Db): Promise<void> {
  await expectNone(
    db,
    'customers with two discounts on a first order',
    sql`select user_id from orders where discount_kind in ('first-order-offer', 'referral') and status <> 'cancelled'
      group by user_id having count(*) > 1`,
  )
  await expectNone(
    db,
    'referrers rewarded twice for one friend',
    sql`select referrer_id, newcomer_id from referrals where rewarded_at is not null
      group by referrer_id, newcomer_id having count(*) > 1`,
  )
}
