import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makePastOrder } from '#db/factories/history.ts'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import type { DB } from '#db/types.ts'
import { folderFiles } from '#infra/files/file-store.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { recordChange } from '#shop/audit/audit.sql.ts'
import { verifyChain } from '#shop/audit/verify-chain.ts'
import { documentKey, type InvoiceDocument } from '#shop/invoices/invoice-document.ts'
import { issueCreditNote } from '#shop/invoices/issue-documents.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { FORMER_CUSTOMER } from '#shop/privacy/account-deletion.ts'
import { applyRetention } from '#shop/privacy/apply-retention.ts'
import { NOT_PERSONAL } from '#shop/privacy/protection.ts'
import {
  accountsDeadline,
  claimDeadline,
  RETENTION,
  RETENTION_STEPS,
  type RetentionStep,
} from '#shop/privacy/retention.ts'
import { findTask } from '#shop/programme/tasks.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { makePersonInEveryTable } from '#tests/everything-about.ts'
import { insertRow, insertRows, rowOf, updateRows } from '#tests/rows.ts'

const { db, ctx, files } = await testDatabase()

async function tableNames(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

describe('the table of retention periods', () => {
  const listed = RETENTION.flatMap(({ tables }) => (tables === '' ? [] : tables.split(/\s+/)))

  it('lists every table of the database once, unless NOT_PERSONAL lists it', async () => {
    const others = Object.entries(NOT_PERSONAL).flatMap(([table, { personal }]) => (personal ? [] : table))
    expect([...listed, ...others].toSorted()).toEqual(await tableNames())
  })

  it('lists every step, and names what deletes the data that no step deletes', () => {
    expect(new Set(RETENTION.flatMap(({ steps = [] }) => steps))).toEqual(new Set(RETENTION_STEPS))
    const forever = RETENTION.filter(({ steps, otherwise }) => !steps && !otherwise)
    expect(forever).toEqual([])
  })

  it.each([
    ['2026-12-31T18:29:59Z', '2019-03-31T18:30:00Z'],
    ['2026-12-31T18:30:00Z', '2020-03-31T18:30:00Z'],
  ])('at %s keeps accounts of years that began at %s or later', (now, first) => {
    expect(accountsDeadline(new Date(now))).toEqual(new Date(first))
  })

  it('counts three years back from 29 February to the 28th', () => {
    expect(claimDeadline(new Date('2028-02-29T12:00:00Z'))).toEqual(new Date('2025-02-28T12:00:00Z'))
  })
})

/** A time after all nights that the tests simulate, so that no step deletes rows created at this time. */
const FAR_FUTURE = new Date(NOW.getTime() + 30 * 365 * DAY_MS)
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS)
const afterMs = (ms: number) => new Date(NOW.getTime() + ms)

beforeAll(async () => {
  await makePersonInEveryTable((actor = VISITOR) => ctx(actor, { now: FAR_FUTURE }))
  // Test accounts come with these rows.
  await db
    .updateTable('sessions')
    .set({ expiresAt: inDays(40 * 365) })
    .execute()
  await sql`update request_limits set window_ends_at = ${inDays(40 * 365)}`.execute(db)
})

// Deletes what other tests have left, but no row that was created at FAR_FUTURE.
beforeEach(() => applyRetention({ db, files, now: inDays(20 * 365) }))

type Rows = Map<string, Set<string>>

async function everyRow(): Promise<Rows> {
  const tables = (await tableNames()).map(
    (name) => sql`select ${name} as name, t::text as row from ${sql.table(name)} as t`,
  )
  const { rows } = await sql<{ name: string; row: string }>`${sql.join(tables, sql` union all `)}`.execute(db)
  const byTable = Map.groupBy(rows, ({ name }) => name)
  return new Map([...byTable].map(([name, tableRows]) => [name, new Set(tableRows.map(({ row }) => row))]))
}

/** Counts, by table, the rows that were deleted or changed. */
function countChanged(earlier: Rows, after: Rows): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const [table, rows] of earlier) {
    const changed = [...rows].filter((row) => !after.get(table)?.has(row)).length
    if (changed > 0) counts[table] = changed
  }
  return counts
}

const runStep = (step: RetentionStep, now: Date) => applyRetention({ db, files, now }, [step])

/** Runs the step a day before and a day after the deadline. Returns the rows that the second run changed. */
async function runAroundDeadline(step: RetentionStep, end: Date) {
  const start = await everyRow()
  const [firstRun] = await runStep(step, new Date(end.getTime() - DAY_MS))
  const between = await everyRow()
  const [dueRun] = await runStep(step, new Date(end.getTime() + DAY_MS))
  const [repeatedRun] = await runStep(step, new Date(end.getTime() + DAY_MS))
  expect(firstRun).toEqual({ step, count: 0, problem: null })
  expect(repeatedRun).toEqual({ step, count: 0, problem: null })
  expect(dueRun?.problem).toBeNull()
  expect(countChanged(start, between)).toEqual({})
  return countChanged(between, await everyRow())
}

const insert = <Table extends keyof DB>(table: Table, row: Insertable<DB[Table]>) =>
  insertRows(db, table, row)

const anyUser = () => makeUser(db, {}, FAR_FUTURE)
const subscription = (email: string, values: object) =>
  insert('newsletterSubscriptions', {
    email,
    unsubscribeToken: email,
    createdAt: NOW,
    status: 'pending',
    ...values,
  })
const message = (email: string, values: object) =>
  insert('contactMessages', {
    ...{ side: 'millet', name: 'A', email, subject: 'other', message: 'Hello', createdAt: NOW, ...values },
  })
const yearsLater = (years: number) => new Date(`${2026 + years}${NOW.toISOString().slice(4)}`)
/** The end of retention for documents of NOW's financial year. The year's return is due on 31 December 2027. */
const ACCOUNTS_END = new Date('2033-12-31T18:30:00Z')

type Case = [step: RetentionStep, end: Date, changed: Record<string, number>, make: () => Promise<unknown>]

const CASES: Case[] = [
  [
    ...(['sessions', inDays(30), { sessions: 1, worker_sessions: 1 }] as const),
    async () => {
      const { id: userId } = await anyUser()
      await insert('sessions', { userId, token: 'ended', expiresAt: inDays(30) })
      const phone = { userId, tokenHash: 'ended', isShared: false, startedAt: NOW, lastSeenAt: NOW }
      await insert('workerSessions', { ...phone, expiresAt: inDays(30) })
    },
  ],
  [
    ...([
      'links',
      inDays(2),
      {
        ...{
          verifications: 1,
          deletion_links: 1,
          first_admin_links: 1,
          factor_links: 1,
          staff_invitations: 1,
        },
        payment_page_links: 1,
      },
    ] as const),
    async () => {
      const { id: userId } = await anyUser()
      const ends = { expiresAt: inDays(2) }
      await insert('verifications', { identifier: 'reset', value: userId, ...ends })
      await insert('deletionLinks', { userId, tokenHash: 'deletion', ...ends })
      await insert('firstAdminLinks', { tokenHash: 'first', ...ends })
      await insert('factorLinks', { userId, tokenHash: 'factor', ...ends })
      const orderId = await makePastOrder(db, { userId, placedAt: NOW, items: [] })
      await insert('paymentPageLinks', { orderId, tokenHash: 'payment', ...ends })
      const invited = { email: 'invited@example.test', staffRole: 'packer', createdAt: NOW }
      await insert('staffInvitations', { ...invited, tokenHash: 'invitation', ...ends })
    },
  ],
  [
    ...(['counts', inDays(1), { request_limits: 1, stranger_emails: 1, audit_alerts: 1 }] as const),
    async () => {
      await insert('requestLimits', { key: 'ended', count: 1, windowEndsAt: inDays(1) })
      await insert('strangerEmails', { recipient: 'hash', lastAt: NOW, queuedAt: [NOW] })
      await insert('auditAlerts', { cause: 'device x', toldAt: NOW })
    },
  ],
  [
    ...(['idempotency-keys', inDays(30), { idempotency_keys: 1 }] as const),
    async () => {
      const key = { userId: (await anyUser()).id, key: 'old', fingerprint: '', resultId: randomUUID() }
      await insert('idempotencyKeys', { ...key, createdAt: NOW })
    },
  ],
  [
    ...(['unverified-accounts', inDays(7), { users: 1 }] as const),
    () => makeUser(db, { emailVerified: false }, NOW),
  ],
  [
    ...(['carts', inDays(365), { carts: 1 }] as const),
    async () => insert('carts', { userId: (await anyUser()).id, updatedAt: NOW }),
  ],
  [
    ...(['former-phones', inDays(7), { former_phones: 1 }] as const),
    async () =>
      insert('formerPhones', {
        ...{ id: randomUUID(), userId: (await anyUser()).id, phone: '9812345678', replacedAt: NOW },
      }),
  ],
  [
    ...(['contact-messages', yearsLater(3), { contact_messages: 2, contact_replies: 1 }] as const),
    async () => {
      await message('closed@kept.test', { status: 'closed', closedAt: NOW })
      await message('open@kept.test', { status: 'open' })
      const [answered, unanswered] = [randomUUID(), randomUUID()]
      await message('answered@kept.test', { id: answered, status: 'answered' })
      await insert('contactReplies', { messageId: answered, body: 'Yes', createdAt: NOW })
      await message('again@kept.test', { id: unanswered, status: 'answered' })
      await insert('contactReplies', { messageId: unanswered, body: 'Still', createdAt: inDays(90) })
    },
  ],
  [
    ...(['newsletter', inDays(30), { newsletter_subscriptions: 1 }] as const),
    async () => {
      await subscription('pending@kept.test', {})
      await subscription('reader@kept.test', { status: 'confirmed', confirmedAt: NOW })
    },
  ],
  [
    ...(['newsletter', yearsLater(3), { newsletter_subscriptions: 1 }] as const),
    () => subscription('left@kept.test', { status: 'unsubscribed', unsubscribedAt: NOW }),
  ],
  ...(
    [
      [7, {}],
      [180, { confirmedAt: NOW }],
      [3, { confirmedAt: NOW, sentAt: NOW }],
    ] as const
  ).map(
    ([days, values]): Case => [
      ...(['stock-notices', inDays(days), { stock_notices: 1 }] as const),
      async () => {
        const { id: productId } = await db.selectFrom('products').select('id').executeTakeFirstOrThrow()
        const email = `${days}@kept.test`
        await insert('stockNotices', { productId, email, leaveToken: email, createdAt: NOW, ...values })
      },
    ],
  ),
  [
    ...(['order-mails', yearsLater(3), { order_mails: 1 }] as const),
    async () => {
      const { orderId } = await db.selectFrom('orderMails').select('orderId').executeTakeFirstOrThrow()
      const mail = { orderId, kind: 'confirmation', recipient: 'a@kept.test', queuedAt: NOW }
      await insert('orderMails', {
        ...mail,
        id: randomUUID(),
        subject: 'Order',
        textBody: 'Dear A',
        sentAt: NOW,
      })
    },
  ],
  [
    ...(['sent-mails', inDays(90), { sent_mails: 1 }] as const),
    () => insert('sentMails', { key: 'old', sentAt: NOW }),
  ],
  [
    ...(['webhook-deliveries', inDays(30), { webhook_deliveries: 1 }] as const),
    async () => {
      const { id: createdBy } = await anyUser()
      const endpointId = randomUUID()
      const values = { url: 'https://a.test/', description: '', kinds: ['order.placed'] }
      await insert('webhookEndpoints', {
        ...values,
        ...{ id: endpointId, signingSecret: 'secret', createdBy, createdAt: FAR_FUTURE, isActive: false },
      })
      await insert('webhookDeliveries', {
        ...{ endpointId, eventId: randomUUID(), kind: 'order.placed', data: '{}', createdAt: NOW },
      })
    },
  ],
  [
    ...(['desk-actions', afterMs(60 * 60_000 + DAY_MS), { desk_actions: 1 }] as const),
    () => insert('deskActions', { id: randomUUID(), kind: 'ship', orders: '[]', createdAt: inDays(1) }),
  ],
  [
    ...(['worker-cards', inDays(90), { worker_cards: 1 }] as const),
    async () => {
      const card = { userId: (await anyUser()).id, batchId: randomUUID(), tokenHash: 'card' }
      await insert('workerCards', { ...card, issuedAt: NOW, expiresAt: inDays(14) })
    },
  ],
  [
    ...(['worker-news', inDays(400), { worker_news: 1 }] as const),
    async () => {
      const { workLogId, userId } = await db.selectFrom('workerNews').selectAll().executeTakeFirstOrThrow()
      await insert('workerNews', { userId, kind: 'withdrawn', workLogId, createdAt: NOW })
    },
  ],
  [
    ...(['photo-uploads', inDays(14), { photo_uploads: 1, photo_upload_chunks: 1 }] as const),
    async () => {
      const { id: workLogId } = await db.selectFrom('workLogs').select('id').executeTakeFirstOrThrow()
      const id = randomUUID()
      const upload = { id, workLogId, sha256: 'c'.repeat(64), size: 10, createdAt: NOW, updatedAt: NOW }
      await insert('photoUploads', upload)
      await insert('photoUploadChunks', { uploadId: id, startsAt: 0, bytes: Buffer.from('a') })
    },
  ],
]

describe('each step deletes expired rows and nothing else:', () => {
  it.each(CASES)('%s until %s', async (step, end, changed, make) => {
    await make()
    expect(await runAroundDeadline(step, end)).toEqual(changed)
  })

  it('task-photos: files and examples of tasks that ended three years ago', async () => {
    const admin = await makeUser(db, { staffRole: 'owner' }, FAR_FUTURE)
    const worker = await makeWorker(ctx(admin, { now: FAR_FUTURE }))
    const [ended, open] = [await makeTask(ctx(admin), worker), await makeTask(ctx(admin), worker)]
    const keys: string[] = []
    for (const workLogId of [ended, open]) {
      const [photoId, fileKey] = [randomUUID(), `photos/${workLogId}.webp`]
      await sql`insert into task_photos (id, work_log_id, file_key, sha256, stored_sha256, width, height, look, created_at)
        values (${photoId}, ${workLogId}, ${fileKey}, ${'d'.repeat(64)}, ${'e'.repeat(64)}, 1, 1, ${sql.raw(`B'${'1'.repeat(64)}'`)}, ${NOW})`.execute(
        db,
      )
      const state = workLogId === ended ? 'withdrawn' : 'pending_review'
      const values = { photoId, submissionDate: NOW, updatedAt: NOW }
      await updateRows(db, 'workLogs', { id: workLogId }, { ...values, state })
      const example = {
        id: randomUUID(),
        workLogId,
        fileKey: `examples/${workLogId}.webp`,
        width: 1,
        height: 1,
      }
      await insert('taskExamples', { ...example, createdAt: NOW })
      keys.push(fileKey, fileKey.replace('.webp', '-small.webp'), example.fileKey)
    }
    for (const key of keys) await files.put(key, Buffer.from('x'), 'image/webp')
    expect(await runAroundDeadline('task-photos', yearsLater(3))).toEqual({
      task_photos: 1,
      task_examples: 1,
    })
    const there = await Promise.all(keys.map(async (key) => Boolean(await files.read(key))))
    expect(there).toEqual([false, false, false, true, true, true])
    expect((await findTask(db, ended))?.photo).toBeNull()
    expect((await findTask(db, open))?.photo).not.toBeNull()
  })

  it('invoices: buyers of closed accounts, when the year’s retention period is over', async () => {
    const makeBuyer = async (isClosed: boolean) => {
      const person = await makePersonInEveryTable((actor = VISITOR) => ctx(actor))
      if (isClosed)
        await db.updateTable('users').set({ deletedAt: NOW }).where('id', '=', person.id).execute()
      return person.id
    }
    await makeBuyer(false)
    const closed = await makeBuyer(true)
    const isOf = sql<boolean>`order_id in (select id from orders where user_id = ${closed})`
    await sql`update orders set updated_at = ${NOW}`.execute(db)
    const invoices = () => db.selectFrom('invoices').select('content').where(isOf).execute()
    const [invoice] = await invoices()
    expect(JSON.stringify(invoice)).toContain('Zubeida')
    const key = documentKey(invoice?.content as unknown as InvoiceDocument)
    await files.put(key, Buffer.from('x'), 'application/pdf')
    const { id: orderId } = await rowOf(db, 'orders', { userId: closed, status: 'delivered' })
    await issueCreditNote(ctx(), { orderId, cause: 'test', amount: null })
    const notes = await db.selectFrom('creditNotes').select('id').where(isOf).execute()
    expect(await runAroundDeadline('invoices', ACCOUNTS_END)).toEqual({
      ...{ invoices: 1, shipping_addresses: 2 },
      ...(notes.length > 0 && { credit_notes: notes.length }),
    })
    const [erased] = await invoices()
    expect(erased?.content).toMatchObject({
      buyer: { name: FORMER_CUSTOMER, lines: [], state: expect.any(String) },
    })
    expect(JSON.stringify(erased)).not.toContain('Zubeida')
    expect(await files.read(key)).toBeNull()
  })

  it('invoices: keeps an invoice with a later credit note as long as the note', async () => {
    const person = await makePersonInEveryTable((actor = VISITOR) => ctx(actor))
    await db.updateTable('users').set({ deletedAt: NOW }).where('id', '=', person.id).execute()
    const isOf = sql<boolean>`order_id in (select id from orders where user_id = ${person.id})`
    const invoice = await db.selectFrom('invoices').selectAll().where(isOf).executeTakeFirstOrThrow()
    const note = {
      orderId: invoice.orderId,
      invoiceId: invoice.id,
      cause: 'later',
      amount: 1,
      number: 'CRN29-30/0000001',
    }
    const content = JSON.stringify({ ...(invoice.content as object), kind: 'credit-note' })
    const issuedAt = new Date('2030-03-31T12:00:00Z')
    await insert('creditNotes', { ...note, content, issuedAt })
    const isKeptUntil = async (end: Date) => {
      await runStep('invoices', new Date(end.getTime() + DAY_MS))
      const { content } = await rowOf(db, 'invoices', { id: invoice.id })
      return JSON.stringify(content).includes('Zubeida')
    }
    expect(await isKeptUntil(ACCOUNTS_END)).toBe(true)
    expect(await isKeptUntil(new Date('2036-12-31T18:30:00Z'))).toBe(false)
  })

  it('payout-addresses: UPI IDs of recorded payments, when the year’s retention period is over', async () => {
    const { id: payoutId } = await insertRow(db, 'payouts', { createdAt: NOW })
    const line = { payoutId, amount: 100, upiId: 'a@upi' }
    const paid = { state: 'paid', reference: 'UTR', paidAt: NOW }
    await insert('payoutLines', { id: randomUUID(), ...line, ...paid, userId: (await anyUser()).id })
    await insert('payoutLines', { id: randomUUID(), ...line, userId: (await anyUser()).id })
    await db.updateTable('payouts').set({ createdAt: FAR_FUTURE }).where('id', '!=', payoutId).execute()
    expect(await runAroundDeadline('payout-addresses', ACCOUNTS_END)).toEqual({ payout_lines: 1 })
  })

  it('audit-origins: network and device after a year by the database’s clock, while the entries stay', async () => {
    for (const days of [364, 367]) {
      const client = { network: '203.0.113.7', device: 'Firefox' }
      const now = new Date(Date.now() - days * DAY_MS)
      const entry = {
        actorId: null,
        action: 'update',
        entity: 'product',
        entityId: `${days}`,
        now,
        client,
      } as const
      await recordChange(db, { ...entry, before: null, after: { price: 1 } })
    }
    const listEntries = async () =>
      (await listChanges(db, { entity: 'product', limit: 9 })).map(({ entityId, network }) => [
        entityId,
        network,
      ])
    for (const now of [new Date(), FAR_FUTURE]) {
      await runStep('audit-origins', now)
      expect(await listEntries()).toEqual([
        ['367', null],
        ['364', '203.0.113.7'],
      ])
    }
    expect(await verifyChain({ db })).toMatchObject({ ok: true })
  })
})

describe('the nightly job', () => {
  it('deletes each row once, in batches, when two processes run it', async () => {
    const keys = Array.from({ length: 1_200 }, (_, at) => ({ key: `many ${at}`, sentAt: NOW }))
    await db.insertInto('sentMails').values(keys).execute()
    const runs = await Promise.all([runStep('sent-mails', inDays(91)), runStep('sent-mails', inDays(91))])
    expect(runs.flat().reduce((sum, { count }) => sum + count, 0)).toBe(1_200)
    expect(await db.selectFrom('sentMails').select('key').where('sentAt', '=', NOW).execute()).toEqual([])
  })

  it('continues with the other steps when one fails, and repeats the failed step the next time', async () => {
    const photo = { id: randomUUID(), width: 1, height: 1, createdAt: NOW, removeAfter: NOW }
    await insert('requestPhotos', photo)
    await insert('sentMails', { key: 'after', sentAt: NOW })
    const broken = folderFiles('/dev/null/no-folder')
    const outcomes = await applyRetention({ db, files: broken, now: inDays(91) })
    expect(outcomes.filter(({ problem }) => problem !== null).map(({ step }) => step)).toEqual([
      'request-photos',
    ])
    expect(outcomes.find(({ step }) => step === 'sent-mails')?.count).toBe(1)
    expect(await runStep('request-photos', inDays(91))).toMatchObject([{ count: 1, problem: null }])
  })
})
