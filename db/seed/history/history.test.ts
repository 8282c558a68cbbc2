import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { seedDemo } from '#db/seed/seed-demo.ts'
import { firstDocumentDay, readAccounts } from '#shop/accounts/accounts.read.ts'
import { netOf } from '#shop/accounts/accounts.ts'
import { Gstr1Builder } from '#shop/accounts/gstr1.ts'
import { monthPeriod, neighbours } from '#shop/accounts/period.ts'
import { documentsOf } from '#shop/accounts/registers.read.ts'
import { readCompared } from '#shop/analytics/analytics.read.ts'
import { FLAG_RULE_TEXTS } from '#shop/analytics/flags.ts'
import { recentPeriod } from '#shop/analytics/period.ts'
import { acquisition, returnBand } from '#shop/analytics/rates.ts'
import { refreshRollups } from '#shop/analytics/refresh-rollups.ts'
import { salesByDay } from '#shop/analytics/rollups.read.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { paise } from '#shop/kernel/money.ts'
import { NOW, SELLER, testDatabase } from '#tests/database.ts'
import { gstr1Schema } from '#tests/gstr1-form.ts'
import { reportRows } from '#tests/report-rows.ts'
import { makeHistory } from './history.ts'

const { db, ctx } = await testDatabase()
const { config } = ctx()
// The demonstration can be seeded with any limit for a second person.
const secondPerson = { refundsAbove: paise(1), payoutsAbove: paise(1) }
await seedDemo({ ...ctx(), config: { ...config, secondPerson } }, () => {})
while ((await refreshRollups(ctx())).value > 0);

const YEAR = recentPeriod('1y', NOW)

/** Counts the rows that break a rule. */
async function countBreaking(query: ReturnType<typeof sql<{ count: number }>>): Promise<number> {
  const { rows } = await query.execute(db)
  return rows[0]?.count ?? -1
}

describe('a year of sample history', () => {
  it('is always the same for the same moment', async () => {
    const { orders: repeated } = makeHistory(NOW)
    const expected = repeated.map(({ placedAt: createdAt, subtotal, total }) => ({
      createdAt,
      subtotal,
      total,
    }))
    const orders = db.selectFrom('orders').select(['createdAt', 'subtotal', 'total'])
    const stored = await orders.where('idempotencyKey', 'like', 'history-%').execute()
    const sortRows = (some: object[]) => some.map((row) => JSON.stringify(row)).toSorted()
    expect(sortRows(stored)).toEqual(sortRows(expected))
  })

  it('is consistent: stock, totals, events, payments and documents reconcile', async () => {
    const books = {
      'a level that is not the sum of its movements': sql<{ count: number }>`
        select count(*) from products where stock_quantity <> (
          select coalesce(sum(quantity), 0) from stock_movements where product_id = products.id)`,
      'a level that was below zero': sql<{ count: number }>`
        select count(*) from (
          select sum(quantity) over (partition by product_id order by id) as level from stock_movements
        ) as levels where level < 0`,
      'a subtotal that is not the sum of its items': sql<{ count: number }>`
        select count(*) from orders where subtotal <> (
          select sum(total_price) from order_items where order_id = orders.id)`,
      'a tax that is not 18%': sql<{ count: number }>`
        select count(*) from orders where tax <> round((subtotal - discount) * 0.18)`,
      'a mix without its ten picks': sql<{ count: number }>`
        select count(*) from order_items as item join products on products.id = item.product_id
        where tastemaker_picks <> (
          select coalesce(sum(count), 0) from order_item_tastemakers where order_item_id = item.id)`,
      'a status that is not its last event': sql<{ count: number }>`
        select count(*) from orders where status <> (
          select to_status from order_events where order_id = orders.id order by id desc limit 1)`,
      'events out of order, or later than now': sql<{ count: number }>`
        select count(*) from (
          select created_at, lag(created_at) over (partition by order_id order by id) as earlier from order_events
        ) as steps where created_at < earlier or created_at > ${NOW}`,
      'paid without a payment of the total': sql<{ count: number }>`
        select count(*) from orders where (payment_status in ('collected', 'paid', 'refunded')) is distinct from (
          total = (select amount from payments where order_id = orders.id))
          and not (payment_status = 'pending' and not exists (select from payments where order_id = orders.id))`,
      'paid without the money, or collected with it': sql<{ count: number }>`
        select count(*) from orders join payments on payments.order_id = orders.id
        where payment_status in ('collected', 'paid') and (payment_status = 'paid') <> (captured_at is not null)`,
      'refunded without a refund of the total': sql<{ count: number }>`
        select count(*) from orders where (payment_status = 'refunded') <> exists (
          select from refunds where order_id = orders.id and amount = orders.total and status = 'done')`,
      'coupon uses that are not the live orders with it': sql<{ count: number }>`
        select count(*) from coupons where current_uses <> (
          select count(*) from orders where coupon_id = coupons.id and status <> 'cancelled')
          or current_uses > max_uses`,
      'a code without its coupon, its note and its discount': sql<{ count: number }>`
        select count(*) from orders where coupon_code is not null and idempotency_key like 'history-%'
          and (coupon_id is null or discount = 0 or notes is distinct from 'Coupon applied: ' || coupon_code)`,
      'sent or paid without its invoice, or an invoice of another total': sql<{ count: number }>`
        select count(*) from orders left join invoices on invoices.order_id = orders.id
        where idempotency_key like 'history-%' and (
          (payment_status = 'paid' or status in ('shipped', 'delivered')) <> (invoices.id is not null)
          or (invoices.content->>'total')::bigint <> orders.total)`,
      'a refund after delivery without its credit note': sql<{ count: number }>`
        select count(*) from refunds join orders on orders.id = order_id
        left join credit_notes on credit_notes.order_id = orders.id
        where orders.status = 'delivered' and refunds.amount is distinct from credit_notes.amount`,
      'documents with a gap, or out of the order of issue': sql<{ count: number }>`
        select count(*) from (
          select number, split_part(number, '/', 2)::int as place, row_number() over (
            partition by split_part(number, '/', 1) order by issued_at, number) as expected
          from (select number, issued_at from invoices union all select number, issued_at from credit_notes) as all_papers
        ) as documents where place <> expected`,
      'a counter that is not the last number': sql<{ count: number }>`
        select count(*) from document_numbers where last <> (
          select count(*) from (select number from invoices union all select number from credit_notes) as documents
          where number like series || financial_year || '/%')`,
      'a review of what its writer has not received': sql<{ count: number }>`
        select count(*) from reviews where user_id is not null and not exists (
          select from orders join order_items as item on item.order_id = orders.id
          left join order_item_tastemakers as pick on pick.order_item_id = item.id
          where orders.user_id = reviews.user_id and status = 'delivered'
            and reviews.product_id in (item.product_id, pick.product_id))
          or not is_seed or verified or reviews.created_at > ${NOW}`,
      'an order before its account': sql<{ count: number }>`
        select count(*) from orders join users on users.id = orders.user_id
        where orders.created_at < users.created_at and full_name like '%(sample)'`,
    }
    for (const [rule, query] of Object.entries(books)) expect(await countBreaking(query), rule).toBe(0)
  })

  it('contains enough data for every chart', async () => {
    const { now, growth } = await readCompared(db, YEAR)
    expect(now.orders).toBeGreaterThan(1500)
    expect((await salesByDay(db, YEAR.current)).every(({ orders }) => orders > 0)).toBe(true)
    expect((await reportRows(db, 'cities', YEAR)).length).toBeGreaterThan(9)
    expect(await reportRows(db, 'carriers', YEAR)).toHaveLength(3)
    const returns = await reportRows(db, 'returns', YEAR)
    expect(new Set(returns.map(({ rate }) => returnBand(Number(rate))))).toEqual(
      new Set(['low', 'raised', 'high']),
    )
    expect(acquisition(growth).ratio).toBeGreaterThan(3)
    expect(now.repeating / now.customers).toBeGreaterThan(0.3)
    expect(now.couponOrders / now.orders).toBeGreaterThan(0.1)
    expect(now.orders / now.visits).toBeGreaterThan(0.01)
    const reviews = await db.selectFrom('reviews').select(['productId', 'rating']).execute()
    expect(reviews.length).toBeGreaterThan(50)
    expect(new Set(reviews.map(({ rating }) => rating)).size).toBeGreaterThan(3)
  })

  it('has unreviewed flags only of the last days', async () => {
    const flagged = await reportRows(db, 'flagged', YEAR)
    expect(flagged.length).toBeGreaterThan(12)
    const waiting = flagged.filter(({ reviewedAt }) => reviewedAt === null)
    const { many_orders, large_first_cod, shared_phone } = FLAG_RULE_TEXTS
    expect(new Set(waiting.flatMap(({ rules }) => `${rules}`.split('; ')))).toEqual(
      new Set([many_orders, large_first_cod, shared_phone]),
    )
    const weekAgo = NOW.getTime() - 7 * 24 * 3600 * 1000
    expect(Math.min(...waiting.map(({ placedAt }) => Number(placedAt)))).toBeGreaterThan(weekAgo)
  })

  it('gives a valid GSTR-1 for each month, with the sums of the accounts', async () => {
    const first = (await firstDocumentDay(db)) ?? ''
    for (let month = monthPeriod(first); month.from <= dayOf(NOW); month = neighbours(month).after) {
      const builder = new Gstr1Builder({ gstin: SELLER.gstin ?? '', month: month.from })
      for await (const { content, invoiceTotal } of documentsOf(db, month)) builder.add(content, invoiceTotal)
      const gstr1 = builder.result()
      expect([builder.problems, gstr1Schema.safeParse(gstr1).error?.issues]).toEqual([[], undefined])
      const { invoices, creditNotes } = await readAccounts(db, month)
      const sum = (part: 'txval' | 'iamt') =>
        (gstr1.hsn?.hsn_b2c ?? []).reduce((all, row) => all + Math.round(row[part] * 100), 0)
      const net = netOf(invoices, creditNotes)
      expect([sum('txval'), sum('iamt')]).toEqual([net.taxable, net.igst])
    }
  })
})
