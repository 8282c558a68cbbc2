import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#shop/ctx.ts'
import { checkLedger } from '#shop/inventory/movements.read.ts'

type Row = Record<string, unknown>

/** Totals of all orders by id. */
export async function totalsOf(db: Db) {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'subtotal', 'discount', 'tax', 'shippingFee', 'roundOff', 'total'])
    .execute()
  return new Map(rows.map(({ id, ...sums }) => [id, sums]))
}

/** Fails with the rows of a query that must return none. */
export async function expectNone(db: Db, what: string, query: RawBuilder<Row>): Promise<void> {
  const { rows } = await query.execute(db.withoutPlugins())
  expect(rows, what).toEqual([])
}

/** Granted refunds of a valid order; a cancelled one is refunded in full. */
export const GRANTED_REFUNDS = sql<Row>`(select coalesce(sum(order_requests.amount), 0) from order_requests
  where order_requests.order_id = orders.id and kind = 'refund' and order_requests.status = 'approved')`

/**
 * All sums hold: no earlier order has changed its total, every order adds up, stock and orders hold all units, each
 * order keeps exactly its money, and coupons and invoices agree.
 */
export async function expectTotalsReconcile(db: Db, earlier: Awaited<ReturnType<typeof totalsOf>>): Promise<void> {
  const after = await totalsOf(db)
  for (const [id, sums] of earlier) expect(after.get(id), id).toEqual(sums)
  for (const [id, { subtotal, discount, tax, shippingFee, roundOff, total }] of after)
    expect(subtotal - discount + tax + shippingFee + roundOff, id).toBe(total)
  await expectNone(
    db,
    'lines that are not the subtotal',
    sql`select orders.id from orders join order_items on order_id = orders.id
      group by orders.id having sum(total_price) <> subtotal`,
  )
  await expectStockReconciles(db)
  await expectPaymentsReconcile(db)
  await expectCouponUsesReconcile(db)
  await expectInvoicesReconcile(db)
}

/** Stock is the opening stock less sold units, plus returned ones. A cancelled order holds only units a courier has. */
async function expectStockReconciles(db: Db): Promise<void> {
  expect((await checkLedger(db)).gaps).toEqual([])
  await expectNone(db, 'levels below zero', sql`select id from products where stock_quantity < 0`)
  await expectNone(
    db,
    'orders that hold other goods than theirs',
    sql`
      with wanted as (
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
      from wanted full join moved using (order_id, product_id) join orders on orders.id = order_id
      where case when orders.status = 'cancelled' then
          coalesce(moved, 0) not between case when exists (select from order_events
            where order_id = orders.id and to_status in ('shipped', 'delivered')) then -units else 0 end and 0
        else coalesce(moved, 0) <> coalesce(returned, 0) - coalesce(units, 0) end`,
  )
}

/** Paid = captured − refunded in every order, and no order is paid twice. */
async function expectPaymentsReconcile(db: Db): Promise<void> {
  await expectNone(
    db,
    'orders that keep more or less than they should',
    sql`
      select orders.id, orders.status, payment_status, total, captured, refunded from orders
      cross join lateral (
        select coalesce(sum(amount), 0) as captured from payments where order_id = orders.id
      ) as came
      cross join lateral (
        select coalesce(sum(amount), 0) as refunded from refunds where order_id = orders.id and status <> 'refused'
      ) as went
      where captured - refunded <> case
        when orders.status = 'cancelled' or payment_status not in ('paid', 'refunded') then 0
        else total - ${GRANTED_REFUNDS} end`,
  )
  await expectNone(
    db,
    'payments of which more was given back than came in',
    sql`select payments.id from payments join refunds on payment_id = payments.id and status <> 'refused'
      group by payments.id having sum(refunds.amount) > payments.amount`,
  )
}

/** One use for each valid order with the coupon, never more than allowed. */
async function expectCouponUsesReconcile(db: Db): Promise<void> {
  await expectNone(
    db,
    'coupons that are counted wrong',
    sql`select code from coupons where current_uses > coalesce(max_uses, current_uses)
      or current_uses <> (select count(*) from orders where coupon_id = coupons.id and status <> 'cancelled')
      or current_uses <> (select count(*) from coupon_uses where coupon_id = coupons.id)`,
  )
}

/** Numbers without gaps, one valid invoice per order with its total, and no more credited than invoiced. */
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
    'invoices of another total than the order',
    sql`select number from invoices join orders on orders.id = order_id where (content ->> 'total')::bigint <> total`,
  )
  await expectNone(
    db,
    'invoices with too much credit, or taken back with too little',
    sql`select invoices.number from invoices join credit_notes on invoice_id = invoices.id
      group by invoices.id having sum(amount) > (invoices.content ->> 'total')::bigint
        or (reversed_at is not null and sum(amount) <> (invoices.content ->> 'total')::bigint)`,
  )
}

/** No customer has the first-order discount on two orders that are not cancelled. */
export async function expectSingleFirstOrderDiscounts(db: Db): Promise<void> {
  await expectNone(
    db,
    'customers who were given the discount on a first order twice',
    sql`select user_id from orders where discount_kind in ('first-order-offer', 'referral') and status <> 'cancelled'
      group by user_id having count(*) > 1`,
  )
  await expectNone(
    db,
    'referrers who were thanked twice for one friend',
    sql`select referrer_id, newcomer_id from referrals where rewarded_at is not null
      group by referrer_id, newcomer_id having count(*) > 1`,
  )
}
