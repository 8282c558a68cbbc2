import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#shop/ctx.ts'
import { checkLedger } from '#shop/inventory/ledger.read.ts'

type Row = Record<string, unknown>

/** What every order costs, by its id. */
export async function totalsOf(db: Db) {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'subtotal', 'discount', 'tax', 'shippingFee', 'total'])
    .execute()
  return new Map(rows.map(({ id, ...sums }) => [id, sums]))
}

/**
 * No order that was there costs anything else now, every order adds up, the shelf is what its movements say, nobody got
 * more money back than came in, coupons are counted right, and no more is credited than was invoiced.
 */
export async function expectSumsHold(db: Db, before: Awaited<ReturnType<typeof totalsOf>>): Promise<void> {
  const wrong = async (query: RawBuilder<Row>) => (await query.execute(db.withoutPlugins())).rows
  const after = await totalsOf(db)
  for (const [id, sums] of before) expect(after.get(id), id).toEqual(sums)
  for (const [id, { subtotal, discount, tax, shippingFee, total }] of after)
    expect(subtotal - discount + tax + shippingFee, id).toBe(total)
  expect(
    await wrong(sql`
      select orders.id from orders join order_items on order_id = orders.id
      group by orders.id having sum(total_price) <> subtotal`),
  ).toEqual([])
  expect((await checkLedger(db)).gaps).toEqual([])
  expect(await wrong(sql`select id from products where stock_quantity < 0`)).toEqual([])
  expect(
    await wrong(sql`
      select order_id from payments left join lateral (
        select coalesce(sum(amount), 0) as given from refunds where payment_id = payments.id and status <> 'refused'
      ) as back on true where given > amount`),
  ).toEqual([])
  expect(await wrong(sql`select order_id from payments group by order_id having count(*) > 1`)).toEqual([])
  expect(
    await wrong(sql`
      select code from coupons where current_uses <> (
        select count(*) from orders where coupon_id = coupons.id and status <> 'cancelled'
      ) or current_uses > coalesce(max_uses, current_uses)`),
  ).toEqual([])
  expect(
    await wrong(sql`
      select order_id from invoices where reversed_at is null group by order_id having count(*) > 1
      union all
      select invoices.order_id from invoices join credit_notes on invoice_id = invoices.id
      group by invoices.id having sum(amount) > (invoices.content ->> 'total')::bigint`),
  ).toEqual([])
}
