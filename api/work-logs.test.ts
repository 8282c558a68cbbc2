import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { apiClient } from '#tests/api-client.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { phonePhoto } from '#tests/pictures.ts'

const { db, ctx } = await testDatabase()
const { call } = apiClient(ctx)
const admin = await makeUser(db, { staffRole: 'owner' })
const worker = await makeWorker(ctx(admin), { phone: '9845012345' })
const other = await makeWorker(ctx(admin))

const NEW = {
  task_name: 'Pack ragi mix',
  task_description: 'Weigh, fill and seal.',
  task_type: 'packing',
  quantity: 50,
  unit: 'packets',
  payment_amount: 250.5,
  expected_minutes: 120,
  completion_deadline: '2026-11-25T12:00:00Z',
}

const put = (actor: Actor, id: string, body: unknown) => call(actor, 'PUT', `/work-logs/${id}`, { body })

async function photoForm(number: number): Promise<FormData> {
  const form = new FormData()
  form.set('photo', new File([new Uint8Array(await phonePhoto(number))], 'photo.jpg', { type: 'image/jpeg' }))
  return form
}

let photos = 0
async function makeTaskInReview(): Promise<string> {
  photos += 1
  const id = await makeTask(ctx(admin), worker)
  await put(worker, id, { status: 'in_progress' })
  await call(worker, 'POST', `/work-logs/${id}/photo`, { form: await photoForm(photos) })
  return id
}

describe('POST /work-logs', () => {
  it('creates a task for a worker', async () => {
    const { status, body } = await call(admin, 'POST', '/work-logs', { body: { ...NEW, user_id: worker.id } })
    expect(status).toBe(201)
    expect(body).toEqual({
      ...NEW,
      task_name_hi: '',
      task_description_hi: '',
      completion_deadline: '2026-11-25T12:00:00.000Z',
      id: expect.any(String),
      task_id: expect.any(String),
      user_id: worker.id,
      progress_count: 0,
      status: 'pending',
      admin_review_status: null,
      payment_status: 'pending',
      assigned_date: NOW.toISOString(),
      submission_date: null,
      review_date: null,
      rating: null,
      rejection_reason: null,
      photo_url: null,
      product_id: null,
      batch_code: null,
      stocked_quantity: null,
      created_at: NOW.toISOString(),
      worker_name: 'Sunita Devi',
      worker_phone: '9845012345',
      photo_flags: [],
    })
  })

  it('requires neither a worker nor expected minutes, and accepts any type of work', async () => {
    const { expected_minutes: _, ...rest } = NEW
    const { status, body } = await call(admin, 'POST', '/work-logs', {
      body: { ...rest, task_type: 'Weaving' },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      user_id: null,
      expected_minutes: null,
      task_type: 'Weaving',
      worker_name: null,
    })
  })

  it.each([
    ['task_name', { task_name: ' ' }],
    ['quantity', { quantity: 1.5 }],
    ['payment_amount', { payment_amount: 10.005 }],
    ['completion_deadline', { completion_deadline: 'tomorrow' }],
    ['unit', { unit: 'a\nb' }],
    ['user_id', { user_id: 'x' }],
    ['product_id', { product_id: 7 }],
  ])('refuses a wrong %s: %o', async (field, wrong) => {
    const answer = await call(admin, 'POST', '/work-logs', { body: { ...NEW, ...wrong } })
    expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } })
  })
})

describe('GET /work-logs', () => {
  it('lists a worker’s own tasks, or all tasks for admins, page by page', async () => {
    const fresh = await makeWorker(ctx(admin))
    await makeTask(ctx(admin), worker)
    const ids: string[] = []
    for (const second of [1, 2, 3]) {
      ids.unshift(await makeTask(ctx(admin, { now: new Date(NOW.getTime() + second * 1000) }), fresh))
    }
    const first = await call(fresh, 'GET', '/work-logs?limit=2')
    const next = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await call(fresh, 'GET', next)
    expect([...first.body, ...second.body].map(({ id }) => id)).toEqual(ids)
    expect(first.body[0]).not.toHaveProperty('worker_name')
    expect((await call(admin, 'GET', `/work-logs?userId=${fresh.id}`)).body).toHaveLength(3)
    const everybody = await call(admin, 'GET', '/work-logs?limit=500')
    expect(new Set(everybody.body.map(({ user_id }: { user_id: string }) => user_id)).size).toBeGreaterThan(1)
  })
})

describe('PUT /work-logs/{id}', () => {
  it('lets the worker start a task and record counts', async () => {
    const id = await makeTask(ctx(admin), worker)
    expect((await put(worker, id, { progress_count: 1 })).body.code).toBe('task_not_in_progress')
    expect((await put(worker, id, { status: 'in_progress' })).body).toMatchObject({ status: 'in_progress' })
    expect((await put(worker, id, { progress_count: 30 })).body.progress_count).toBe(30)
    expect((await put(worker, id, { progress_count: 101 })).status).toBe(422)
  })

  it('records that a phone without a network had started a withdrawn task, and answers 404', async () => {
    const worker = await makeWorker(ctx(admin))
    const id = await makeTask(ctx(admin), worker)
    expect((await call(admin, 'DELETE', `/work-logs/${id}`)).status).toBe(200)
    expect((await put(worker, id, { status: 'in_progress' })).status).toBe(404)
    const task = db.selectFrom('workLogs').select(['state', 'startedAt']).where('id', '=', id)
    expect(await task.executeTakeFirstOrThrow()).toEqual({ state: 'withdrawn', startedAt: NOW })
  })

  it('approves a task once, and requires a rating', async () => {
    const id = await makeTaskInReview()
    expect((await put(admin, id, { admin_review_status: 'approved' })).body.fields).toHaveProperty('rating')
    expect((await put(admin, id, { admin_review_status: 'approved', rating: 6 })).status).toBe(422)
    const approved = await put(admin, id, { admin_review_status: 'approved', rating: 4 })
    expect(approved.body).toMatchObject({
      status: 'completed',
      admin_review_status: 'approved',
      rating: 4,
      review_date: NOW.toISOString(),
    })
    const again = await put(admin, id, { admin_review_status: 'rejected', rejection_reason: 'No' })
    expect(again).toMatchObject({ status: 409, body: { code: 'task_not_in_review' } })
  })

  it('rejects a task with a reason, which puts it back in progress', async () => {
    const id = await makeTaskInReview()
    expect((await put(admin, id, { admin_review_status: 'rejected' })).status).toBe(422)
    const rejected = await put(admin, id, { admin_review_status: 'rejected', rejection_reason: 'Too dark' })
    expect(rejected.body).toMatchObject({
      status: 'in_progress',
      admin_review_status: 'rejected',
      rejection_reason: 'Too dark',
    })
    expect((await call(worker, 'GET', `/work-logs/${id}`)).body.rejection_reason).toBe('Too dark')
    const preset = await makeTaskInReview()
    const body = { admin_review_status: 'rejected', rejection_preset: 'old_photo' }
    expect((await put(admin, preset, body)).body.rejection_reason).toContain('sent before')
  })

  it('pays a task with a reference, and sets the product and its batch', async () => {
    const id = await makeTaskInReview()
    const pay = { payment_status: 'paid', payment_reference: 'UPI-4711' }
    expect((await put(admin, id, pay)).body.code).toBe('task_not_approved')
    await put(admin, id, { admin_review_status: 'approved', rating: 5 })
    expect((await put(admin, id, { payment_status: 'paid' })).status).toBe(422)
    expect((await put(admin, id, pay)).body).toMatchObject({ payment_status: 'paid', status: 'completed' })
    expect(await put(admin, id, pay)).toMatchObject({ status: 409, body: { code: 'already_in_payout' } })
    const headers = { 'idempotency-key': 'pay' }
    const second = await makeTaskInReview()
    await put(admin, second, { admin_review_status: 'approved', rating: 5 })
    const paySecond = { ...pay, payment_reference: 'UPI-4712' }
    const payOnce = () => call(admin, 'PUT', `/work-logs/${second}`, { body: paySecond, headers })
    const [paid, again] = [await payOnce(), await payOnce()]
    expect(again).toMatchObject({ status: 200, body: paid.body })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const product = await makeProduct(db)
    const named = await put(admin, id, { product_id: product, batch_code: 'R-2026-11' })
    expect(named.body).toMatchObject({ product_id: product, batch_code: 'R-2026-11' })
    expect((await put(admin, id, { product_id: randomUUID() })).status).toBe(404)
  })

  it('refuses the reference of another payment without `reference_repeated`', async () => {
    const [first, second] = [await makeTaskInReview(), await makeTaskInReview()]
    for (const id of [first, second]) await put(admin, id, { admin_review_status: 'approved', rating: 5 })
    const pay = { payment_status: 'paid', payment_reference: 'UTR-5000' }
    await put(admin, first, pay)
    const refused = await put(admin, second, { ...pay, reference_repeated: false })
    expect(refused).toMatchObject({ status: 409, body: { code: 'reference_used' } })
    const message = /^UTR-5000 is the reference of ₹[\d,.]+ to .+ in payout \d+, paid on .+reference_repeated/
    expect(refused.body.fields.payment_reference).toMatch(message)
    expect((await put(admin, second, { ...pay, reference_repeated: true })).body.payment_status).toBe('paid')
    expect((await put(admin, second, { product_id: null, reference_repeated: true })).status).toBe(422)
  })

  it('adds the produced units to stock, with the approval or after it', async () => {
    const id = await makeTaskInReview()
    const approval = { admin_review_status: 'approved', rating: 5, stock_quantity: 40 }
    expect((await put(admin, id, approval)).body.code).toBe('task_without_product')
    const product = await makeProduct(db, { stockQuantity: 3 })
    await db.updateTable('workLogs').set({ productId: product }).where('id', '=', id).execute()
    expect((await put(admin, id, { ...approval, stock_quantity: 1.5 })).body.fields).toHaveProperty(
      'stock_quantity',
    )
    expect((await put(admin, id, approval)).body).toMatchObject({ stocked_quantity: 40 })
    expect((await put(admin, id, { stock_quantity: 0 })).body.stocked_quantity).toBeNull()
  })

  it('reassigns a task until it is started', async () => {
    const id = await makeTask(ctx(admin), worker)
    expect((await put(admin, id, { user_id: other.id })).body.user_id).toBe(other.id)
    expect((await put(worker, id, { status: 'in_progress' })).status).toBe(404)
    expect((await put(admin, id, { user_id: null })).body).toMatchObject({
      user_id: null,
      assigned_date: null,
    })
  })

  it('requires exactly one action, and refuses a status that only a photo sets', async () => {
    const id = await makeTask(ctx(admin), worker)
    for (const wrong of [
      {},
      { rating: 5 },
      { status: 'completed' },
      { status: 'in_progress', progress_count: 1 },
      { product_id: randomUUID(), stock_quantity: 5 },
      { photo_url: 'https://example.test/x.jpg', submission_date: NOW.toISOString() },
      { payment_status: 'pending' },
    ]) {
      expect((await put(worker, id, wrong)).status).toBe(422)
    }
  })
})

describe('POST /send-approval-notification', () => {
  const mails = () => db.selectFrom('workLogs').select('notifiedPhotoId').execute()
  const notify = (actor: Actor, taskId: string) =>
    call(actor, 'POST', '/send-approval-notification', { body: { taskId } })

  it('emails the admin once for each photo', async () => {
    const id = await makeTaskInReview()
    const jobCount = await jobsFor(id)
    expect(jobCount).toBe(1)
    const answers = await Promise.all([notify(worker, id), notify(worker, id), notify(worker, id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers[0]?.body).toEqual({ taskId: id, sent: true })
    expect(await jobsFor(id)).toBe(1)
    expect(await mails()).not.toEqual([])
  })
})

/** Counts the queued emails about this task's photo. */
async function jobsFor(workLogId: string): Promise<number> {
  const { sql } = await import('kysely')
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where name = 'programme-mail' and data->>'kind' = 'task-approval' and data->>'id' = ${workLogId}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
