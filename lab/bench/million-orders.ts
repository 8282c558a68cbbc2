import { sql } from 'kysely'
import { seedCatalogue } from '#db/seed/seed-demo.ts'
import type { Db } from '#shop/ctx.ts'

/** Average orders per customer. */
const ORDERS_PER_CUSTOMER = 4
const CITIES = 400

/** Fills an empty shop with this many orders of the last year, by SQL alone. */
export async function fillShop(
  db: Db,
  now: Date,
  orders: number,
  say: (line: string) => void,
): Promise<void> {
  const customers = Math.ceil(orders / ORDERS_PER_CUSTOMER)
  const id = (mark: string, number: string) =>
    sql.raw(`('00000000-0000-4000-${mark}-' || lpad(${number}::text, 12, '0'))::uuid`)
  const year = sql`${now}::timestamptz - interval '364 days'`
  const steps: [string, () => Promise<unknown>][] = [
    ['catalogue', () => seedCatalogue({ db, now })],
    [
      'customers',
      () =>
        sql`insert into users (id, email, full_name, created_at)
          select ${id('8001', 'n')}, 'c' || n || '@bench.test', 'Customer ' || n,
            ${year} + interval '364 days' * (n::float / ${customers}::int)
          from generate_series(1, ${customers}::int) as n`.execute(db),
    ],
    [
      'addresses',
      () =>
        sql`insert into shipping_addresses
            (id, user_id, full_name, phone, address_line1, city, state, postal_code, created_at)
          select ${id('8002', 'n')}, ${id('8001', 'n')}, 'Customer ' || n, '9' || lpad(n::text, 9, '0'),
            'House ' || n, 'City ' || n % ${CITIES}::int, 'State ' || n % 28, '560001', ${year}
          from generate_series(1, ${customers}::int) as n`.execute(db),
    ],
    [
      'orders',
      () =>
        sql`insert into orders (id, user_id, idempotency_key, status, payment_status,
            payment_method, subtotal, discount, tax, shipping_fee, total, carrier, notes, shipping_address_id,
            created_at, updated_at)
          select ${id('8003', 'n')}, ${id('8001', 'c')}, n::text,
            case when n % 20 = 0 then 'cancelled' else 'delivered' end,
            case when n % 50 = 7 then 'refunded' else 'paid' end, 'cod', 84800, 0, 15264, 0, 100064,
            case n % 3 when 0 then 'Delhivery' when 1 then 'India Post' else 'Blue Dart' end,
            case when n % 6 = 0 then 'Coupon applied: BENCH' end, ${id('8002', 'c')},
            ${year} + interval '364 days' * (n::float / ${orders}::int), ${now}
          from (select n, 1 + (n::bigint * 7919 % ${customers}::int)::int as c
            from generate_series(1, ${orders}::int) as n) as numbered`.execute(db),
    ],
    [
      'items',
      () =>
        sql`insert into order_items (id, order_id, position, product_id, name, quantity, unit_price, total_price,
            tax_rate, taxable, tax, allergens)
          select ${id('8004', '(n * 2 + p)')}, ${id('8003', 'n')}, p, products.id, 'As sold', 1 + p,
            ((array[28000, 28400])[p + 1]), ((array[28000, 56800])[p + 1]), 1800, ((array[28000, 56800])[p + 1]),
            ((array[5040, 10224])[p + 1]), ''
          from generate_series(1, ${orders}::int) as n, generate_series(0, 1) as p
          join products on true where products.number = case p when 0 then 1 + n % 4 else 33 + n % 2 end`.execute(
          db,
        ),
    ],
    [
      'picks',
      () =>
        sql`insert into order_item_tastemakers (order_item_id, position, product_id, name, count)
          select ${id('8004', '(n * 2)')}, p, products.id, 'As sold', 1
          from generate_series(4, ${orders}::int, 4) as n, generate_series(0, 4) as p
          join products on true where products.number = 10 + (n / 4 + p * 3) % 20`.execute(db),
    ],
    [
      'events',
      () =>
        sql`insert into order_events (order_id, to_status, created_at)
          select id, step, created_at + hours * interval '1 hour'
          from orders, (values ('pending', 0), ('shipped', 20), ('delivered', 90)) as steps (step, hours)`.execute(
          db,
        ),
    ],
    [
      'visits',
      () =>
        sql`insert into daily_visits (day, landing, source, visits)
          select (${now}::date - d), landing, source, 100
          from generate_series(0, 364) as d,
            unnest(array['home', 'products', 'product', 'hydration', 'recipes', 'stories', 'contact', 'help']) as landing,
            unnest(array['direct', 'search', 'social', 'email', 'friends', 'ads', 'other']) as source`.execute(
          db,
        ),
    ],
    ['statistics', () => sql`vacuum analyze`.execute(db)],
  ]
  // The last statement adds these triggers' `rollup_marks`, with `is_new` false: the bench measures no fraud rules.
  await sql`alter table orders disable trigger user`.execute(db)
  await sql`alter table order_events disable trigger user`.execute(db)
  for (const [name, work] of steps) {
    const began = performance.now()
    await work()
    say(`  ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
  await sql`alter table orders enable trigger user`.execute(db)
  await sql`alter table order_events enable trigger user`.execute(db)
  await sql`insert into rollup_marks (order_id, user_id, placed_at, is_new)
    select id, user_id, created_at, false from orders order by created_at`.execute(db)
}
