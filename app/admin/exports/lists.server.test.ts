import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { exportOf } from '#app/admin/exports/lists.server.ts'
import { FILTERED_LISTS } from '#app/desk/filtered-lists.ts'
import type { StaffCtx } from '#app/request/guards.server.ts'
import { makeCoupon } from '#db/factories/coupon.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { recordExport } from '#shop/audit/record-access.ts'
import { PRODUCT_FIELDS } from '#shop/catalogue/product-fields.ts'
import { type CsvCell, toCsv } from '#shop/kernel/csv.ts'
import { type Filters, readSearch } from '#shop/kernel/filters.ts'
import { listMessages } from '#shop/messages/messages.read.ts'
import { NEWSLETTER_FILTERS } from '#shop/newsletters/newsletter.ts'
import { listNewsletters } from '#shop/newsletters/newsletters.read.ts'
import { listForAdmin } from '#shop/orders/listing.read.ts'
import { ORDER_FILTERS, readListing } from '#shop/orders/listing.ts'
import { listWorkerSignIns } from '#shop/programme/sign-in.read.ts'
import { APPROVAL_FILTERS, WORKER_FILTERS } from '#shop/programme/task-filters.ts'
import { addEndpoint } from '#shop/webhooks/manage-endpoints.ts'
import { DELIVERY_FILTERS } from '#shop/webhooks/webhook.ts'
import { listDeliveries } from '#shop/webhooks/webhooks.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { insertTextsAbout, makePersonInEveryTable } from '#tests/everything-about.ts'
import { must } from '#tests/must.ts'
import { insertRows, updateRows } from '#tests/rows.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { db, ctx } = shop
await insertTextsAbout(ctx, await makePersonInEveryTable(ctx))
// A product with yes in every yes-or-no field, so that a filter by any of these fields changes the list.
const allYes = Object.entries(PRODUCT_FIELDS).flatMap(([name, { kind }]) =>
  kind === 'boolean' ? [[name, true]] : [],
)
await makeProduct(db, { name: 'Ragi mix', category: 'meal-mix', ...Object.fromEntries(allYes) })
await makeProduct(db, { isActive: false })
const { asAdmin, orderProduct, makeSubmittedTask } = await story(shop)
const worker = await makeWorker(asAdmin)
await makeTask(asAdmin, worker)
await makeSubmittedTask(worker)
// Orders a product without stock, so that the planning list has a row.
const { productId } = await orderProduct(await makeUser(db))
await updateRows(db, 'products', { id: productId }, { stockQuantity: 0 })
const admin = await makeUser(db, { staffRole: 'owner', fullName: 'Owner' })
const adminCtx: StaffCtx = { ...ctx(admin), actor: admin }
// Makes the rows differ, so that every option of a filter leaves out at least one row.
await sql`update orders set payment_method = 'card', total = total - round_off, round_off = 0
  where id = (select id from orders limit 1)`.execute(db)
await makeCoupon(db)
await sql`insert into contact_messages (side, name, email, subject, message, created_at, status)
  values ('hydration', 'Asha', 'asha@example.test', 'other', 'Thank you', ${NOW}, 'closed')`.execute(db)
const sampleReview = { productId, authorName: 'Selvi A.', rating: 2, summary: 'Too sour.', isSeed: true }
const moderation = { hiddenAt: NOW, hiddenReason: 'Not about the product', answer: 'Sorry.', answeredAt: NOW }
await insertRows(db, 'reviews', { ...sampleReview, ...moderation, createdAt: NOW })
await recordExport(adminCtx, 'people', new URLSearchParams())
await insertRows(db, 'newsletters', {
  ...{
    slug: 'draft',
    subject: 'Kodo',
    preheader: '',
    body: '',
    ordered: 'yes',
    days: 90,
    state: 'Karnataka',
  },
  ...{ status: 'draft', createdAt: NOW, updatedAt: NOW },
})
const endpoint = { url: 'https://receiver.example', description: '', kinds: ['stock.changed' as const] }
const { id: endpointId } = must(await addEndpoint(adminCtx, endpoint))
const delivery = { endpointId, kind: 'stock.changed', data: '{}', createdAt: NOW }
await insertRows(db, 'webhookDeliveries', [
  { ...delivery, eventId: randomUUID(), lastAnswer: 'delivered', deliveredAt: NOW },
  { ...delivery, eventId: randomUUID(), lastAnswer: 'waiting', nextTryAt: NOW },
])

/** Returns the file's rows without the headings. */
async function rowsOf(list: string, query = ''): Promise<CsvCell[][]> {
  const pages = exportOf(list)?.pages(adminCtx, new URLSearchParams(query))
  const rows: CsvCell[][] = []
  for await (const page of pages ?? []) rows.push(...page)
  expect(new Set(rows.map((row) => row.length)), list).toEqual(new Set([rows[0]?.length]))
  return rows.slice(1)
}

async function count(table: string, where = sql<boolean>`true`): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${where}`.execute(db)
  return rows[0]?.count ?? 0
}

describe('the CSV file of a list', () => {
  it('has every row exactly once, over several pages of rows with equal times', async () => {
    await sql`insert into users (id, email, full_name, created_at, updated_at)
      select gen_random_uuid(), 'many' || n || '@example.test', 'One of many', ${NOW}, ${NOW}
      from generate_series(1, 1203) as n`.execute(db)
    const ids = (await rowsOf('people')).map(([id]) => id)
    expect(ids).toHaveLength(await count('users', sql`deleted_at is null`))
    expect(new Set(ids).size).toBe(ids.length)
    expect(await rowsOf('people', 'q=one+of+many')).toHaveLength(1203)
    expect(await rowsOf('people', 'role=staff')).toHaveLength(
      await count('users', sql`staff_role is not null`),
    )
  })

  it.each([
    ['coupons', 'coupons'],
    ['refunds', 'refunds'],
    ['tasks', 'work_logs'],
    ['payouts', 'payouts'],
  ] as const)('has every row of %s', async (list, table) => {
    const rows = await rowsOf(list)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows).toHaveLength(await count(table))
  })

  it('applies the filters of its page', async () => {
    expect(await rowsOf('products')).toHaveLength(await count('products', sql`archived_at is null`))
    const mixes = await rowsOf('products', 'category=meal-mix&q=ragi')
    expect(mixes.map(([, , category]) => category)).toEqual(mixes.map(() => 'Meal Mixes'))
    expect(mixes.length).toBeGreaterThan(0)
    const paid = await rowsOf('tasks', 'status=paid')
    expect(paid).toHaveLength(await count('work_logs', sql`state = 'paid'`))
    expect(await rowsOf('task-approvals')).toHaveLength(
      await count('work_logs', sql`state = 'pending_review'`),
    )
    const filter = { now: NOW, page: 1, perPage: 1 }
    expect(await rowsOf('messages', 'status=all')).toHaveLength((await listMessages(db, filter)).total)
    const open = await listMessages(db, { ...filter, status: 'open' })
    expect(await rowsOf('messages')).toHaveLength(open.total)
    const payout = await db.selectFrom('payouts').select('id').limit(1).executeTakeFirstOrThrow()
    expect(await rowsOf('payout-lines', `payout=${payout.id}`)).toHaveLength(
      await count('payout_lines', sql`payout_id = ${payout.id}`),
    )
    expect(await rowsOf('payout-lines', 'payout=unknown')).toEqual([])
    expect(await rowsOf('planning')).not.toEqual([])
  })

  it('has times in Indian Standard Time and escapes formulas', async () => {
    await makeUser(db, { fullName: '=HYPERLINK("http://evil.test")' }, new Date('2026-11-20T18:30:00Z'))
    const csv = toCsv(await rowsOf('people', 'q=hyperlink'))
    expect(csv).toContain(`"'=HYPERLINK(""http://evil.test"")"`)
    expect(csv).toContain('2026-11-21 00:00:00')
  })

  it('does not exist for missing or invalid filters, or for an unknown list', () => {
    const pages = (list: string, query: string) =>
      exportOf(list)?.pages(adminCtx, new URLSearchParams(query)) ?? null
    expect(pages('money', 'direction=sent')).toBeNull()
    expect(pages('balances', 'period=2026-13')).toBeNull()
    expect(pages('balances', 'period=2026-11')).not.toBeNull()
    expect(exportOf('constructor')).toBeNull()
  })
})

type ListedRows = (query: string) => Promise<readonly unknown[]>

/** Lists that `exportOf` lacks, each with its filters and a way to read its rows. */
const READERS: Record<string, { filters: Filters; read: ListedRows }> = {
  orders: {
    filters: ORDER_FILTERS,
    read: async (query) => {
      const search = readListing(new URLSearchParams(query))
      return (await listForAdmin(db, search, { now: NOW, lateBefore: NOW }, 1_000)).orders
    },
  },
  workers: {
    filters: WORKER_FILTERS,
    read: async (query) => {
      const search = {
        ...readSearch(WORKER_FILTERS, query),
        groupId: null,
        offset: 0,
        limit: 1_000,
        now: NOW,
      }
      return (await listWorkerSignIns(db, shop.fields, search)).workers
    },
  },
  newsletters: {
    filters: NEWSLETTER_FILTERS,
    read: async (query) =>
      (await listNewsletters(db, readSearch(NEWSLETTER_FILTERS, query), 1_000)).newsletters,
  },
  webhooks: {
    filters: DELIVERY_FILTERS,
    read: async (query) => (await listDeliveries(db, readSearch(DELIVERY_FILTERS, query), 1_000)).deliveries,
  },
}

const LISTS = { ...FILTERED_LISTS, 'task-approvals': { filters: APPROVAL_FILTERS }, ...READERS }

/** Values that match no row, for filters without choices. */
const NO_MATCH = ['no such text', '2199-01-01', '1999-01-01', '99999999', randomUUID()]

describe('a list with filters', () => {
  it.each(Object.entries<{ filters: Filters }>(LISTS))(
    'changes with each choice of each filter: %s',
    async (list, { filters }) => {
      const rows = (query: string) => READERS[list]?.read(query) ?? rowsOf(list, query)
      const all = await rows('')
      expect(all).not.toEqual([])
      for (const [name, { param = name, options = [], read }] of Object.entries(filters)) {
        if (name === 'sort') continue
        const isSet = (value: string) => read(value) !== read('')
        const choices = options.map(({ value }) => value).filter(isSet)
        for (const value of choices)
          expect(await rows(`${param}=${value}`), `${param}=${value}`).not.toEqual(all)
        const others = choices.length > 0 ? [] : NO_MATCH.filter(isSet)
        const lists = await Promise.all(others.map((value) => rows(`${param}=${value}`)))
        const texts = new Set([all, ...lists].map((list) => JSON.stringify(list)))
        if (lists.length > 0) expect(texts.size, param).toBeGreaterThan(1)
      }
    },
  )
})

describe('the export of personal data', () => {
  it('is recorded in the audit log with the names of its filters, but without the search text', async () => {
    const query = new URLSearchParams({ q: 'Zubeida', role: 'customer', sort: '' })
    expect(await recordExport(adminCtx, 'people', query)).toMatchObject({ ok: true })
    const [entry] = await listChanges(db, { entity: 'export', limit: 1 })
    expect(entry).toMatchObject({
      actorId: admin.id,
      action: 'export',
      entityId: 'people',
      after: { name: 'people', filters: 'q, role' },
    })
    expect(JSON.stringify(entry)).not.toContain('Zubeida')
    expect((await rowsOf('audit', 'entity=export')).map((row) => row.slice(2, 5))).toContainEqual([
      'export',
      'export',
      'people',
    ])
  })

  it('of one person is in the log of that person', async () => {
    const person = await makeUser(db)
    await recordExport(adminCtx, 'person', new URLSearchParams({ id: person.id }), person.id)
    const changes = await listChanges(db, { entity: 'user', entityId: person.id, limit: 5 })
    expect(changes).toMatchObject([{ actorId: admin.id, action: 'download data', after: { kind: 'person' } }])
  })

  it('is refused to customers', async () => {
    const customer = await makeUser(db)
    expect(await recordExport(ctx(customer), 'people', new URLSearchParams())).toEqual({
      ok: false,
      reason: 'not_allowed',
    })
  })

  it('has the number of accepted pieces of approved tasks', async () => {
    const done = await db
      .selectFrom('workLogs')
      .select(['id', 'quantity'])
      .where('state', '=', 'paid')
      .where('quantity', '>', 1)
      .where('approvedQuantity', 'is', null)
      .executeTakeFirstOrThrow()
    const acceptedPieces = async () => (await rowsOf('tasks')).find(([id]) => id === done.id)?.[9]
    expect(await acceptedPieces()).toBe(done.quantity)
    await db.updateTable('workLogs').set({ approvedQuantity: 1 }).where('id', '=', done.id).execute()
    expect(await acceptedPieces()).toBe(1)
    const pending = (await rowsOf('tasks', 'status=pending')).map((row) => row[9])
    expect(new Set(pending)).toEqual(new Set([null]))
  })

  it('includes every list that names people', () => {
    const lists = [
      'people',
      'messages',
      'reviews',
      'refunds',
      'coupons',
      'audit',
      'tasks',
      'task-approvals',
      'payout-lines',
    ]
    for (const list of [...lists, 'payable']) expect(exportOf(list)?.isPersonal, list).toBe(true)
    for (const list of ['products', 'money', 'balances', 'payouts', 'planning'])
      expect(exportOf(list)?.isPersonal, list).toBe(false)
  })
})
