/**
 * `npm run bench -- accounts` measures the accounts of a month with ten thousand and with a hundred thousand invoices:
 * the page's figures, the documents behind a figure, and the files, with the memory that writing them takes.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { migrate } from '#infra/database/migrate.ts'
import { openDatabase } from '#infra/database/open.ts'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/embedded-postgres.ts'
import { listRegister, readAccounts } from '#shop/accounts/accounts.read.ts'
import { csvCell } from '#shop/accounts/accounts.ts'
import { Gstr1Builder } from '#shop/accounts/gstr1.ts'
import { monthPeriod } from '#shop/accounts/period.ts'
import { documentsOf, exportRegister } from '#shop/accounts/registers.read.ts'
import { tallyXml } from '#shop/accounts/tally.ts'
import type { Db } from '#shop/ctx.ts'
import { csvLines } from '#shop/kernel/csv.ts'
import { quantile, say, writeSection } from './report.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const SIZES = [10_000, 100_000]
const ROUNDS = 40
const MONTH = monthPeriod('2026-10-01')

/** Adds a customer, and invoices of two lines at two rates, spread over the month and eight states. */
async function seed(db: Db, invoices: number): Promise<void> {
  await sql`
    insert into users (id, email, full_name, created_at, updated_at)
    values (md5('user')::uuid, 'c@example.test', 'Ananya Rao', now(), now())`.execute(db)
  await sql`
    insert into shipping_addresses (id, user_id, full_name, phone, address_line1, city, state, postal_code)
    values (md5('address')::uuid, md5('user')::uuid, 'Ananya Rao', '9845012345', '1 Road', 'Kochi', 'Kerala', '682001')`.execute(
    db,
  )
  await sql`alter table orders disable trigger user`.execute(db)
  await sql`
    insert into orders (id, user_id, idempotency_key, status, payment_status, payment_method,
      subtotal, discount, tax, shipping_fee, total, shipping_address_id, created_at, updated_at)
    select md5('order' || n)::uuid, md5('user')::uuid, n::text, 'delivered', 'paid', 'cod', 89900, 0, 16182, 0,
      106082, md5('address')::uuid, now(), now() from generate_series(1, ${invoices}) as n`.execute(db)
  await sql`alter table orders enable trigger user`.execute(db)
  await sql`
    insert into payments (order_id, provider, provider_payment_id, amount, captured_at)
    select md5('order' || n)::uuid, 'cod', n::text, 106082,
      timestamptz '2026-10-01 00:00+05:30' + n * interval '31 days' / (${invoices}::int + 1)
    from generate_series(1, ${invoices}) as n`.execute(db)
  await sql`
    insert into invoices (order_id, number, issued_at, content)
    select md5('order' || n)::uuid, 'INV26-27/' || lpad(n::text, 7, '0'),
      timestamptz '2026-10-01 00:00+05:30' + n * interval '31 days' / (${invoices}::int + 1),
      jsonb_build_object('kind', 'invoice', 'number', 'INV26-27/' || lpad(n::text, 7, '0'), 'orderId', md5('order' || n)::uuid,
        'issuedAt', to_char(timestamptz '2026-10-01 00:00+05:30' + n * interval '31 days' / (${invoices}::int + 1),
          'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'isWithinState', false, 'taxable', 89900, 'cgst', 0, 'sgst', 0, 'igst', 10692, 'shipping', 0, 'roundOff', 0,
        'total', 100592, 'seller', jsonb_build_object('name', 'Mill'), 'against', null, 'reason', null,
        'buyer', jsonb_build_object('name', 'Ananya Rao', 'state', (array['Kerala','Delhi','Goa','Punjab','Bihar',
          'Assam','Odisha','Gujarat'])[1 + n % 8]),
        'lines', jsonb_build_array(
          jsonb_build_object('description', 'Mix', 'hsnCode', '19049000', 'rate', 500, 'quantity', 1, 'taxable', 42300,
            'cgst', 0, 'sgst', 0, 'igst', 2124),
          jsonb_build_object('description', 'Jar', 'hsnCode', '48237090', 'rate', 1800, 'quantity', 2, 'taxable', 47600,
            'cgst', 0, 'sgst', 0, 'igst', 8568)))
    from generate_series(1, ${invoices}) as n`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

type Result = { name: string; ms: number; worst: number | null; megabytes: number | null }

async function measureQuery(name: string, run: () => Promise<unknown>): Promise<Result> {
  await run()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now()
    await run()
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  return { name, ms: quantile(times, 0.5), worst: quantile(times, 0.95), megabytes: null }
}

/** Writes a file once; `megabytes` is the largest growth of the heap after garbage collections. */
async function measureFile(name: string, pieces: () => AsyncGenerator<unknown>): Promise<Result> {
  collectGarbage()
  const start = process.memoryUsage().heapUsed
  const began = performance.now()
  let highest = start
  let count = 0
  for await (const _ of pieces()) {
    count += 1
    if (count % 20 !== 0 || (count > 100 && count % 20_000 !== 0)) continue
    collectGarbage()
    highest = Math.max(highest, process.memoryUsage().heapUsed)
  }
  return { name, ms: performance.now() - began, worst: null, megabytes: (highest - start) / 2 ** 20 }
}

async function* csvPages(db: Db): AsyncGenerator<string> {
  for await (const page of exportRegister(db, 'invoice', MONTH))
    yield csvLines(page.map((row) => row.map(csvCell)))
}

async function* gstr1File(db: Db): AsyncGenerator<string> {
  const builder = new Gstr1Builder({ gstin: '29AAACB1234C1ZB', month: MONTH.from })
  for await (const { content, invoiceTotal } of documentsOf(db, MONTH)) builder.add(content, invoiceTotal)
  yield JSON.stringify(builder.result())
}

async function* contents(db: Db) {
  for await (const { content } of documentsOf(db, MONTH)) yield content
}

async function measureAt(invoices: number): Promise<Result[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-accounts-'))
  await chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => {} })
  const onError = (error: Error) => {
    throw error
  }
  const database = openDatabase({ url: postgres.url, poolSize: 4, onError })
  const { db } = database
  try {
    await migrate(db)
    await seed(db, invoices)
    const range = { from: MONTH.from, to: MONTH.to }
    return [
      await measureQuery('figures of the month', () => readAccounts(db, MONTH)),
      await measureQuery('documents of one rate, first page', () =>
        listRegister(db, { ...range, rate: 500 }, { limit: 51 }),
      ),
      await measureQuery('documents of one state, first page', () =>
        listRegister(db, { ...range, state: 'Goa' }, { limit: 51 }),
      ),
      await measureFile('sales register, CSV', () => csvPages(db)),
      await measureFile('GSTR-1', () => gstr1File(db)),
      await measureFile('vouchers for Tally', () => tallyXml(contents(db))),
    ]
  } finally {
    await database.close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const results: Result[][] = []
for (const size of SIZES) {
  say(`seeding ${size.toLocaleString('en-IN')} invoices …`)
  results.push(await measureAt(size))
}
writeSection('accounts', section(results))

function section([small = [], large = []]: Result[][]): string {
  const round = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : value.toFixed(1)
  const rows = large.map(({ name, ms, worst, megabytes }, at) => {
    const smaller = small[at]
    return `| ${name} | ${round(smaller?.ms)} | ${round(ms)} | ${round(worst)} | ${round(smaller?.megabytes)} | ${round(megabytes)} |`
  })
  return `## The accounts of a month

With 10,000 and 1,00,000 invoices in it (goals at 1,00,000: figures in 200 ms, files in 10 s, memory that does not grow with
the month). Figures and lists: p50 and p95 in ms; files: one run, and the growth of the heap in MB.

| | ms, 10,000 | ms, 1,00,000 | p95 | MB, 10,000 | MB, 1,00,000 |
|---|---|---|---|---|---|
${rows.join('\n')}`
}
