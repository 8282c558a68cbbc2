/**
 * `npm run bench -- admin-orders` measures the admin's list of orders at ten thousand and at a million orders: the
 * first page, a page far down, filters, and search by the start of an id, by name and by number. Prints p50, p95 and
 * growth.
 */
import { createHash } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate } from '#infra/database/migrate.ts'
import { openDatabase } from '#infra/database/open.ts'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/embedded-postgres.ts'
import { findActionItems } from '#shop/analytics/overview.read.ts'
import type { Db } from '#shop/ctx.ts'
import { findAnything } from '#shop/desk/find.read.ts'
import { countOrders, listForAdmin } from '#shop/orders/listing.read.ts'
import { readListing } from '#shop/orders/listing.ts'
import { quantile, say, writeSection } from './report.ts'

const SIZES = [10_000, 1_000_000]
const PAGE_SIZE = 50
const ROUNDS = 60

/** Numbers of the products that measure the filter. */
const PRODUCTS = { common: 1, rare: 2, old: 3 }

/** Adds a customer with an address per five orders; some names are common, some rare. */
async function seed(db: Db, orders: number): Promise<void> {
  const people = orders / 5
  await sql`
    insert into users (id, email, full_name, phone_number, created_at, updated_at)
    select md5('user' || n)::uuid, 'c' || n || '@example.test',
      (array['Ananya','Ritu','Lakshmi','Zoya','Meera','Fatima','Priya','Harpreet','Ishaan','Sandeep'])[1 + n % 10] || ' ' ||
      (array['Rao','Sharma','Narayan','Khan','Iyer','Sheikh','Desai','Singh','Gupta','Patil','Bose'])[1 + n % 11] ||
      case when n % 997 = 0 then ' Thiruvengadam' || n % 13 else '' end,
      case when n % 3 = 0 then '+91 ' || (8000000000 + n) end, now(), now()
    from generate_series(1, ${people}) as n`.execute(db)
  await sql`
    insert into shipping_addresses (id, user_id, full_name, phone, address_line1, city, state, postal_code)
    select md5('address' || n)::uuid, md5('user' || n)::uuid, 'Somebody', (9000000000 + n)::text, '1 Road',
      case when n % 5000 = 7 then 'Hampi' when n % 4 = 0 then 'Mysuru' else 'Bengaluru' end, 'Karnataka', '560034'
    from generate_series(1, ${people}) as n`.execute(db)
  // `countDays` fills the rollups below in one statement.
  await sql`alter table orders disable trigger user`.execute(db)
  await sql`
    insert into orders (id, user_id, idempotency_key, status, payment_status, payment_method,
      subtotal, discount, tax, shipping_fee, total, coupon_code, tracking_number, shipping_address_id, created_at, updated_at)
    select md5('order' || n)::uuid, md5('user' || 1 + n % ${people})::uuid, n::text,
      case when n % 50 = 0 then 'cancelled' when n > ${orders} - 400 then 'pending' when n > ${orders} - 2000
        then 'shipped' when n % 1000 = 1 then 'processing' else 'delivered' end,
      case when n % 400 = 3 then 'refunded' when n > ${orders} - 300 then 'pending' else 'paid' end,
      case when n % 3 = 0 then 'card' else 'cod' end, 89900, 0, 16182, 0, 106082,
      case when n % 100 = 0 then 'MILLET10' when n < 200 then 'FIRSTDAY' end,
      case when n % 50 > 0 then 'EE' || lpad(n::text, 9, '0') || 'IN' end, md5('address' || 1 + n % ${people})::uuid,
      timestamptz '2024-01-01' + n * interval '1 minute', now()
    from generate_series(1, ${orders}) as n`.execute(db)
  await sql`alter table orders enable trigger user`.execute(db)
  await sql`
    insert into products (id, number, slug, name, category_id, price, stock_quantity)
    select md5('product' || n)::uuid, 9000 + n, 'product-' || n, 'Product ' || n, (select id from categories limit 1), 89900, 9
    from generate_series(1, ${Object.keys(PRODUCTS).length}) as n`.execute(db)
  // One product is in nearly every order, one in a few orders, and one only in old orders.
  await sql`
    insert into order_items (order_id, position, product_id, name, quantity, unit_price, total_price, tax_rate,
      taxable, tax, allergens)
    select md5('order' || n)::uuid, 1, md5('product' || case when n % 2000 = 5 then ${PRODUCTS.rare}
        when n < ${orders} / 100 then ${PRODUCTS.old} else ${PRODUCTS.common} end)::uuid, 'Product', 1, 89900, 89900, 1800,
      89900, 16182, ''
    from generate_series(1, ${orders}) as n`.execute(db)
  await sql`
    insert into payment_intents (order_id, provider, amount, status, hold_until, created_at, updated_at)
    select id, 'sandbox', total, 'open', now() + interval '10 minutes' * (n % 2 * 2 - 1), now(), now()
    from (select orders.*, row_number() over () as n from orders
      where payment_status = 'pending' and payment_method = 'card') as open`.execute(db)
  // The invoices' content is empty.
  await sql`alter table invoices disable trigger user`.execute(db)
  await sql`
    insert into invoices (order_id, number, issued_at, content)
    select id, 'INV26-27/' || row_number() over (), now(), '{}' from orders where status = 'delivered'`.execute(
    db,
  )
  await sql`
    insert into order_requests (order_id, kind, reason, status, requested_at)
    select id, 'refund', 'late', 'open', now() from orders where status = 'delivered' limit 40`.execute(db)
  await countDays(db)
  await sql`vacuum analyze`.execute(db)
}

/** Fills the orders per day, the only rollup that the list reads. */
async function countDays(db: Db): Promise<void> {
  await sql`
    insert into daily_sales (day, orders, cancelled, sales, revenue, hydration_revenue, paid_revenue, coupon_orders,
      delivered, delivery_seconds)
    select (created_at at time zone 'Asia/Kolkata')::date, count(*), 0, 0, 0, 0, 0, 0, 0, 0 from orders group by 1`.execute(
    db,
  )
}

async function idAt(db: Db, place: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from orders order by created_at desc, id desc offset ${place} limit 1`.execute(db)
  return rows[0]?.id ?? ''
}

type Case = { name: string; run: () => Promise<unknown> }

async function listCases(db: Db, orders: number): Promise<Case[]> {
  const deep = await idAt(db, Math.floor(orders * 0.7))
  const list = (query: string) => () =>
    listForAdmin(
      db,
      readListing(new URLSearchParams(query)),
      { now: new Date(), lateBefore: new Date() },
      PAGE_SIZE,
    )
  return [
    { name: 'newest page', run: list('') },
    { name: 'page at 70%', run: list(`after=${deep}`) },
    { name: 'page back at 70%', run: list(`before=${deep}`) },
    { name: 'status pending', run: list('status=pending') },
    { name: 'status processing', run: list('status=processing') },
    { name: 'status delivered', run: list('status=delivered') },
    { name: 'waiting for a decision', run: list('waits=1') },
    { name: 'id prefix, 8', run: () => list(`q=${encodeURIComponent(`#${randomIdStart().slice(0, 8)}`)}`)() },
    { name: 'id prefix, 4', run: () => list(`q=${encodeURIComponent(`#${randomIdStart().slice(0, 4)}`)}`)() },
    { name: 'id prefix, 1', run: () => list(`q=${encodeURIComponent(`#${randomIdStart().slice(0, 1)}`)}`)() },
    { name: 'name, common', run: list('q=Meera') },
    { name: 'name, full', run: list('q=Zoya+Khan') },
    { name: 'name, words turned round', run: list('q=Khan+Zoya') },
    { name: 'name, initial and surname', run: list('q=z+khan') },
    { name: 'name, two initials', run: list('q=z+k') },
    { name: 'name, rare words turned round', run: list('q=thiruvengadam7+rao') },
    { name: 'name, rare', run: list('q=thiruvengadam7') },
    { name: 'name, no match', run: list('q=zzzzzz') },
    { name: 'name, 2 letters', run: list('q=me') },
    { name: 'name and status', run: list('q=Ritu&status=cancelled') },
    { name: 'name, rare status', run: list('q=Desai&status=processing') },
    { name: 'id or name (dead)', run: list('q=dead') },
    {
      name: 'phone',
      run: () => list(`q=${encodeURIComponent(`+91 ${9_000_000_000 + randomUpTo(orders / 5)}`)}`)(),
    },
    { name: 'phone, no match', run: list('q=9123456789') },
    { name: 'email', run: () => list(`q=c${randomUpTo(orders / 5)}@example.test`)() },
    { name: 'tracking number', run: () => list(`q=ee${String(randomUpTo(orders)).padStart(9, '0')}in`)() },
    { name: 'tracking, beginning', run: list('q=EE0000') },
    { name: 'invoice number', run: () => list(`q=inv26-27/${1 + Math.floor(Math.random() * 9_000)}`)() },
    ...['paid', 'unpaid', 'held', 'hold_over', 'cash_due', 'refunded'].map((payment) => ({
      name: `payment ${payment}`,
      run: list(`payment=${payment}`),
    })),
    { name: 'method card', run: list('method=card') },
    { name: 'city, common', run: list('city=bengaluru') },
    { name: 'city, rare', run: list('city=Hampi') },
    { name: 'city, no match', run: list('city=Leh') },
    { name: 'product, common', run: list(`product=${productId(PRODUCTS.common)}`) },
    { name: 'product, rare', run: list(`product=${productId(PRODUCTS.rare)}`) },
    { name: 'product, in old orders', run: list(`product=${productId(PRODUCTS.old)}`) },
    { name: 'coupon', run: list('coupon=MILLET10') },
    { name: 'coupon, in old orders', run: list('coupon=FIRSTDAY') },
    { name: 'coupon, no match', run: list('coupon=NONE') },
    { name: 'a month', run: list('since=2024-01-01&until=2024-01-31') },
    { name: 'late', run: list('late=1') },
    {
      name: 'city, product and payment',
      run: list(`city=Hampi&payment=refunded&product=${productId(PRODUCTS.common)}`),
    },
    { name: 'search box, name', run: () => findAnything(db, 'Zoya Khan', new Date()) },
    { name: 'search box, words turned round', run: () => findAnything(db, 'Khan Zoya', new Date()) },
    { name: 'search box, initial and surname', run: () => findAnything(db, 'z khan', new Date()) },
    { name: 'search box, two initials', run: () => findAnything(db, 'z k', new Date()) },
    {
      name: 'search box, phone',
      run: () => findAnything(db, `${9_000_000_000 + randomUpTo(orders / 5)}`, new Date()),
    },
    { name: 'search box, id', run: () => findAnything(db, randomIdStart(), new Date()) },
    { name: 'search box, no match', run: () => findAnything(db, 'zzzzzz', new Date()) },
    {
      name: 'to do of the overview',
      run: () =>
        findActionItems(db, {
          now: new Date(),
          lateBefore: new Date(),
          taxes: { prices: 'flat', defaultRate: 1800 },
        }),
    },
    { name: 'Total Orders', run: () => countOrders(db) },
  ]
}

/** The id of a product that `seed` added. */
function productId(number: number): string {
  const hash = createHash('md5').update(`product${number}`).digest('hex')
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function randomUpTo(count: number): number {
  return 1 + Math.floor(Math.random() * count)
}

/** A random start of an id, as an admin copies it from an email. */
function randomIdStart(): string {
  return Array.from({ length: 8 }, () => Math.floor(Math.random() * 16).toString(16)).join('')
}

type Times = { p50: number; p95: number }

async function measure({ run }: Case): Promise<Times> {
  await run()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now()
    await run()
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) }
}

async function measureAt(orders: number): Promise<Map<string, Times>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-orders-'))
  await chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => {} })
  const database = openDatabase({
    url: postgres.url,
    poolSize: 4,
    onError: (error) => {
      throw error
    },
  })
  try {
    await migrate(database.db)
    await seed(database.db, orders)
    const results = new Map<string, Times>()
    for (const query of await listCases(database.db, orders)) results.set(query.name, await measure(query))
    return results
  } finally {
    await database.close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const results: Map<string, Times>[] = []
for (const size of SIZES) {
  say(`seeding ${size.toLocaleString('en-IN')} orders …`)
  results.push(await measureAt(size))
}
writeSection('admin-orders', section(results))

function section([small, large]: Map<string, Times>[]): string {
  const rows = [...(large ?? [])].map(([name, times]) => {
    const smaller = small?.get(name) ?? times
    const cells = [smaller.p50, smaller.p95, times.p50, times.p95].map((ms) => ms.toFixed(1))
    return `| ${name} | ${cells.join(' | ')} | ${(times.p50 / smaller.p50).toFixed(1)} |`
  })
  const [few = '', many = ''] = SIZES.map((size) => size.toLocaleString('en-IN'))
  return `## The admin's list of orders

In ms, at ${few} and at ${many} orders (goals: p95 of at most 100 ms, growth of at most 1.5 times).

| | p50, ${few} | p95 | p50, ${many} | p95 | growth of p50 |
|---|---|---|---|---|---|
${rows.join('\n')}`
}
