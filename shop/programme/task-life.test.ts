import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { checkLedger, listMovements } from '#shop/inventory/movements.read.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { assignTask, withdrawTask } from '#shop/programme/give-tasks.ts'
import { addCounts, countProgress, startTask } from '#shop/programme/own-task.ts'
import { submitPhoto } from '#shop/programme/photo-upload.ts'
import { adjustStock, approveTask, rejectTask, setProductBatch } from '#shop/programme/review-task.ts'
import { applySteps, isInPieces, producesStock, type TaskState } from '#shop/programme/task.ts'
import { findTask, listTasks, workerDashboard } from '#shop/programme/tasks.read.ts'
import { remindOfDeadlines } from '#shop/programme/worker-news.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { phonePhoto, TEXT } from '#tests/pictures.ts'
import { readJobs } from '#tests/queued.ts'
import { stockOf, taskHistory } from '#tests/rows.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 10 })
const { db, ctx, files } = shop
const { admin, asAdmin, makeStartedTask, makeSubmittedTask } = await story(shop)
const worker = await makeWorker(asAdmin)
const other = await makeWorker(asAdmin)
const asWorker = ctx(worker)

/** Makes a task in this state by calling the use cases. */
async function makeTaskIn(state: TaskState): Promise<string> {
  if (state === 'pending') return makeTask(asAdmin, worker)
  if (state === 'in_progress') return makeStartedTask(worker)
  const id = await makeSubmittedTask(worker)
  if (state === 'returned') await rejectTask(asAdmin, { workLogId: id, preset: 'quality', reason: '' })
  if (state === 'approved') await approveTask(asAdmin, { workLogId: id, rating: 4 })
  return id
}
const stateOf = async (id: string) => (await findTask(db, id))?.state
const makeStep = (step: number) => ({ id: randomUUID(), step })
const countOf = async (id: string) => (await findTask(db, id))?.progressCount

describe('a task', () => {
  it('goes from pending through a rejection to approved, with every step in its history', async () => {
    const id = await makeTask(asAdmin, worker)
    expect(await startTask(asWorker, { workLogId: id })).toEqual(ok(null))
    await countProgress(asWorker, { workLogId: id, count: 40 })
    await countProgress(asWorker, { workLogId: id, count: 39 })
    const first = await submitPhoto(asWorker, { workLogId: id, bytes: await phonePhoto(1) })
    expect(first).toMatchObject({ ok: true, value: { repeated: false } })
    expect(await findTask(db, id)).toMatchObject({
      state: 'pending_review',
      submissionDate: NOW,
      progressCount: 39,
    })
    await rejectTask(asAdmin, { workLogId: id, preset: 'photo_unclear', reason: '' })
    expect(await findTask(db, id)).toMatchObject({
      state: 'returned',
      reviewDate: NOW,
      rejectionReason: 'The photo is not clear. Please take it again in good light.',
    })
    await submitPhoto(asWorker, { workLogId: id, bytes: await phonePhoto(2) })
    expect(await approveTask(asAdmin, { workLogId: id, rating: 5 })).toEqual(ok(null))
    expect(await findTask(db, id)).toMatchObject({ state: 'approved', rating: 5, rejectionReason: null })
    const history = await taskHistory(db, id)
    const moves = ['create', 'start', 'count', 'count', 'submit', 'reject', 'submit', 'approve']
    expect(history.map(({ move }) => move)).toEqual(moves)
    expect(history[3]?.note).toBe('39 of 100')
  })

  it('can be reassigned or unassigned until it is started', async () => {
    const id = await makeTask(asAdmin, null)
    expect(await assignTask(asAdmin, { workLogId: id, userId: other.id })).toEqual(ok(null))
    expect(await startTask(asWorker, { workLogId: id })).toEqual(err('task_not_found'))
    await assignTask(asAdmin, { workLogId: id, userId: null })
    await assignTask(asAdmin, { workLogId: id, userId: worker.id })
    expect(await startTask(asWorker, { workLogId: id })).toEqual(ok(null))
    const late = await assignTask(asAdmin, { workLogId: id, userId: other.id })
    expect(late).toEqual(err('task_already_started'))
    const customer = await makeUser(db)
    const unassigned = await makeTask(asAdmin, null)
    const toCustomer = await assignTask(asAdmin, { workLogId: unassigned, userId: customer.id })
    expect(toCustomer).toEqual(err('worker_not_found'))
    const toNoId = await assignTask(asAdmin, { workLogId: unassigned, userId: 'abc' })
    expect(toNoId).toEqual(err('worker_not_found'))
  })

  it('is started once by repeated requests', async () => {
    const id = await makeTask(asAdmin, worker)
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => startTask(asWorker, { workLogId: id })),
    )
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    expect((await taskHistory(db, id)).filter(({ move }) => move === 'start')).toHaveLength(1)
  })

  it('accepts a count from 0 to the quantity while in progress', async () => {
    const id = await makeTaskIn('in_progress')
    for (const count of [-1, 101, 1.5, Number.NaN]) {
      const outcome = await countProgress(asWorker, { workLogId: id, count })
      expect(outcome).toEqual(err('count_out_of_range'))
    }
    expect((await countProgress(asWorker, { workLogId: id, count: 100 })).ok).toBe(true)
    expect((await countProgress(asWorker, { workLogId: id, count: 0 })).ok).toBe(true)
    expect(await countProgress(asWorker, { workLogId: await makeTask(asAdmin, worker), count: 1 })).toEqual(
      err('task_not_in_progress'),
    )
  })

  it.each(['pending', 'in_progress', 'returned', 'approved'] as const)(
    'cannot be approved or rejected while %s',
    async (state) => {
      const id = await makeTaskIn(state)
      const refusal = err('task_not_in_review')
      expect(await approveTask(asAdmin, { workLogId: id, rating: 5 })).toEqual(refusal)
      expect(await rejectTask(asAdmin, { workLogId: id, preset: 'quality', reason: '' })).toEqual(refusal)
      expect(await stateOf(id)).toBe(state)
    },
  )

  it.each(['pending', 'pending_review', 'approved'] as const)('refuses a photo while %s', async (state) => {
    const id = await makeTaskIn(state)
    const outcome = await submitPhoto(asWorker, { workLogId: id, bytes: await phonePhoto(77) })
    expect(outcome).toEqual(err('task_not_in_progress'))
    expect(await stateOf(id)).toBe(state)
  })
})

describe('two reviewers', () => {
  it('cannot both decide a task', async () => {
    const second = ctx(await makeUser(db, { staffRole: 'owner' }))
    for (let round = 0; round < 3; round += 1) {
      const id = await makeTaskIn('pending_review')
      const outcomes = await Promise.all([
        approveTask(asAdmin, { workLogId: id, rating: 5 }),
        rejectTask(second, { workLogId: id, preset: 'quality', reason: '' }),
        approveTask(second, { workLogId: id, rating: 1 }),
        rejectTask(asAdmin, { workLogId: id, preset: null, reason: 'No' }),
      ])
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
      const refusals = outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'task_not_in_review')
      expect(refusals).toHaveLength(3)
      expect((await taskHistory(db, id)).filter(({ move }) => /approve|reject/.test(move))).toHaveLength(1)
    }
  })
})

describe('a photo', () => {
  it('is stored once when sent repeatedly, even concurrently', async () => {
    const id = await makeTaskIn('in_progress')
    const bytes = await phonePhoto(501)
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => submitPhoto(asWorker, { workLogId: id, bytes })),
    )
    const photoIds = new Set(outcomes.map((outcome) => outcome.ok && outcome.value.photoId))
    expect(photoIds.size).toBe(1)
    expect(outcomes.filter((outcome) => outcome.ok && !outcome.value.repeated)).toHaveLength(1)
    await approveTask(asAdmin, { workLogId: id, rating: 3 })
    expect(await submitPhoto(asWorker, { workLogId: id, bytes })).toMatchObject({
      ok: true,
      value: { repeated: true },
    })
    const photos = await db.selectFrom('taskPhotos').select('fileKey').where('workLogId', '=', id).execute()
    expect(photos).toHaveLength(1)
    expect((await files.read(photos[0]?.fileKey ?? ''))?.contentType).toBe('image/webp')
  })

  it('is flagged if it equals or resembles a photo of another task', async () => {
    const bytes = await phonePhoto(502, 700)
    const { default: sharp } = await import('sharp')
    const recompressed = await sharp(bytes).resize(500).jpeg({ quality: 50 }).toBuffer()
    const [first, second, third] = [
      await makeTaskIn('in_progress'),
      await makeTaskIn('in_progress'),
      await makeTaskIn('in_progress'),
    ]
    const later = { now: new Date(NOW.getTime() + 5 * 3600 * 1000) }
    for (const [id, photo] of [
      [first, bytes],
      [second, bytes],
      [third, recompressed],
    ] as const) {
      await submitPhoto(ctx(worker, later), { workLogId: id, bytes: photo })
    }
    expect((await findTask(db, first))?.photo).toMatchObject({ flags: [], seenBeforeIn: null })
    expect((await findTask(db, second))?.photo).toMatchObject({ flags: ['same_photo'], seenBeforeIn: first })
    expect((await findTask(db, third))?.photo?.flags).toEqual(['similar_photo'])
  })

  it('is flagged if the work was done implausibly fast', async () => {
    const id = await makeTaskIn('in_progress')
    const soon = { now: new Date(NOW.getTime() + 59 * 60_000) }
    await submitPhoto(ctx(worker, soon), { workLogId: id, bytes: await phonePhoto(503) })
    expect((await findTask(db, id))?.photo?.flags).toEqual(['very_fast'])
  })

  it('is refused if it is missing or not a picture, and the task stays in progress', async () => {
    const id = await makeTaskIn('in_progress')
    expect(await submitPhoto(asWorker, { workLogId: id, bytes: TEXT })).toEqual(err('not_a_picture'))
    expect(await submitPhoto(asWorker, { workLogId: id, bytes: null })).toEqual(err('photo_missing'))
    expect(await stateOf(id)).toBe('in_progress')
  })
})

it.each(['another worker', 'an admin'])('%s cannot start, count or finish a worker’s task', async (who) => {
  const actor = who === 'an admin' ? asAdmin : ctx(other)
  const workLogId = await makeStartedTask(worker)
  const outcomes = await Promise.all([
    startTask(actor, { workLogId }),
    countProgress(actor, { workLogId, count: 1 }),
    addCounts(actor, { workLogId, steps: [{ id: randomUUID(), step: 1 }] }),
    submitPhoto(actor, { workLogId, bytes: await phonePhoto(9) }),
  ])
  expect(outcomes).toEqual(Array(4).fill(err('task_not_found')))
  expect(await stateOf(workLogId)).toBe('in_progress')
})

it('applySteps stays between 0 and the quantity, and a step back undoes a step', () => {
  const steps = fc.array(fc.record({ step: fc.integer({ min: -50, max: 50 }) }), { maxLength: 40 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), steps, (quantity, someSteps) => {
      const count = applySteps({ progressCount: 0, quantity }, someSteps)
      expect(count).toBeGreaterThanOrEqual(0)
      expect(count).toBeLessThanOrEqual(quantity)
      if (count < quantity)
        expect(applySteps({ progressCount: count, quantity }, [{ step: 1 }, { step: -1 }])).toBe(count)
    }),
  )
})

describe('addCounts', () => {
  it('counts each step once, even if sent repeatedly and in overlapping requests', async () => {
    const workLogId = await makeStartedTask(worker)
    const steps = Array.from({ length: 40 }, (_, at) => makeStep(at % 5 === 4 ? -1 : 1))
    const requests = [steps.slice(0, 10), steps.slice(5, 25), steps.slice(20), steps.slice(0, 40)]
    // Simulates a phone that gets no response and repeats the requests in two tabs.
    await Promise.all(
      [...requests, ...requests].map((some) => addCounts(asWorker, { workLogId, steps: [...some, ...some] })),
    )
    expect(await countOf(workLogId)).toBe(24)
    expect(steps.map(({ id }) => id)).toContain((await findTask(db, workLogId))?.lastCountId)
    expect(await addCounts(asWorker, { workLogId, steps })).toEqual({
      ok: true,
      value: { progressCount: 24 },
    })
    const notes = (await taskHistory(db, workLogId)).filter(({ move }) => move === 'count')
    expect(notes.at(-1)?.note).toBe('24 of 100')
    expect(notes.length).toBeLessThanOrEqual(8)
  })

  it('adds up the steps of two phones, at most to the quantity', async () => {
    const workLogId = await makeStartedTask(worker, { quantity: 12 })
    await addCounts(asWorker, { workLogId, steps: [makeStep(1), makeStep(10)] })
    expect(await addCounts(asWorker, { workLogId, steps: [makeStep(1), makeStep(1)] })).toMatchObject({
      value: { progressCount: 12 },
    })
    expect(await addCounts(asWorker, { workLogId, steps: [makeStep(-1)] })).toMatchObject({
      value: { progressCount: 11 },
    })
  })

  it('refuses new steps once the photo was sent, but accepts repeated steps', async () => {
    const workLogId = await makeStartedTask(worker)
    const earlySteps = [makeStep(10)]
    await addCounts(asWorker, { workLogId, steps: earlySteps })
    await submitPhoto(asWorker, { workLogId, bytes: await phonePhoto(7) })
    expect(await addCounts(asWorker, { workLogId, steps: earlySteps })).toEqual({
      ok: true,
      value: { progressCount: 10 },
    })
    const withLateStep = [...earlySteps, makeStep(1)]
    const refusal = err('task_not_in_progress')
    expect(await addCounts(asWorker, { workLogId, steps: withLateStep })).toEqual(refusal)
    expect(await addCounts(asWorker, { workLogId, steps: withLateStep })).toEqual(refusal)
    expect(await countOf(workLogId)).toBe(10)
  })
})

const mailsAbout = async (id: string) =>
  (await readJobs(db, 'programme-mail')).filter(
    ({ kind, id: about }) => kind === 'task-withdrawn' && about === id,
  )

describe('withdrawTask', () => {
  it('hides the task from its worker, sends an email and keeps task and history', async () => {
    const earlier = await workerDashboard(db, worker.id, NOW)
    const workLogId = await makeTask(asAdmin, worker)
    expect(await withdrawTask(asAdmin, { workLogId })).toEqual(ok(null))
    expect(await workerDashboard(db, worker.id, NOW)).toEqual(earlier)
    expect(await startTask(asWorker, { workLogId })).toEqual(err('task_not_found'))
    expect(await mailsAbout(workLogId)).toHaveLength(1)
    expect(await findTask(db, workLogId)).toMatchObject({ state: 'withdrawn', userId: worker.id })
    expect((await taskHistory(db, workLogId)).at(-1)).toMatchObject({
      move: 'withdraw',
      toState: 'withdrawn',
      actorId: admin.id,
      createdAt: NOW,
    })
    const withdrawn = await listTasks(db, { userId: null, states: ['withdrawn'], limit: 10 })
    expect(withdrawn.filter(({ id }) => id === workLogId)).toHaveLength(1)
    expect(await assignTask(asAdmin, { workLogId, userId: null })).toMatchObject({ ok: false })
    expect(await withdrawTask(asAdmin, { workLogId })).toEqual(err('task_not_found'))
  })

  it('sends no email for an unassigned task', async () => {
    const workLogId = await makeTask(asAdmin, null)
    expect(await withdrawTask(asAdmin, { workLogId })).toEqual(ok(null))
    expect(await mailsAbout(workLogId)).toEqual([])
  })

  it('refuses a started task', async () => {
    const workLogId = await makeTask(asAdmin, worker)
    await startTask(asWorker, { workLogId })
    expect(await withdrawTask(asAdmin, { workLogId })).toEqual(err('task_already_started'))
    expect((await findTask(db, workLogId))?.state).toBe('in_progress')
  })

  it('either withdraws a task or lets it start, when both happen concurrently', async () => {
    for (let round = 0; round < 4; round += 1) {
      const workLogId = await makeTask(asAdmin, worker)
      const [withdrawn, started] = await Promise.all([
        withdrawTask(asAdmin, { workLogId }),
        startTask(asWorker, { workLogId }),
      ])
      expect([withdrawn.ok, started.ok].filter(Boolean)).toHaveLength(1)
      expect((await findTask(db, workLogId))?.state).toBe(withdrawn.ok ? 'withdrawn' : 'in_progress')
    }
  })
})

/** Makes a task to review, and its product with 5 units in stock. */
async function makeReview() {
  const product = await makeProduct(db, { stockQuantity: 5 })
  return { product, workLogId: await makeSubmittedTask(worker, { productId: product, quantity: 12 }) }
}

const stockedUnits = async (id: string) => (await findTask(db, id))?.stockedQuantity

describe('the stock of an approved task', () => {
  it('is added once by concurrent approvals, with a stock movement for the task', async () => {
    const { product, workLogId } = await makeReview()
    const approve = () => approveTask(asAdmin, { workLogId, rating: 5, stockQuantity: 12 })
    const reject = rejectTask(ctx(await makeUser(db)), { workLogId, preset: null, reason: 'x' })
    const outcomes = await Promise.all([approve(), approve(), approve(), reject])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect([await stockOf(db, product), await stockedUnits(workLogId)]).toEqual([17, 12])
    expect(await listMovements(db, product, 5, 1)).toMatchObject([
      { quantity: 12, reason: 'made', note: 'Task: Pack ragi mix' },
      { quantity: 5, reason: 'opening' },
    ])
    const movements = db.selectFrom('stockMovements').select('workLogId').where('workLogId', '=', workLogId)
    expect(await movements.execute()).toHaveLength(1)
    expect((await checkLedger(db)).gaps).toEqual([])
  })

  it('is added only on request, also later, and changed by the difference', async () => {
    const { product, workLogId } = await makeReview()
    expect(await adjustStock(asAdmin, { workLogId, quantity: 1 })).toMatchObject(err('task_not_approved'))
    await approveTask(asAdmin, { workLogId, rating: 4 })
    expect([await stockOf(db, product), await stockedUnits(workLogId)]).toEqual([5, null])
    const setUnits = (quantity: number) => adjustStock(asAdmin, { workLogId, quantity })
    expect(await Promise.all([setUnits(12), setUnits(12), setUnits(12)])).toEqual(Array(3).fill(ok(null)))
    expect(await stockOf(db, product)).toBe(17)
    await setUnits(10)
    expect([await stockOf(db, product), await stockedUnits(workLogId)]).toEqual([15, 10])
    const otherProduct = { workLogId, productId: await makeProduct(db), batchCode: null }
    expect(await setProductBatch(asAdmin, otherProduct)).toEqual(err('task_in_stock'))
    await makeOrder(ctx(await makeUser(db)), [{ productId: product, quantity: 8 }])
    expect(await setUnits(0)).toEqual(err('shelf_too_empty'))
    expect([await stockOf(db, product), await stockedUnits(workLogId)]).toEqual([7, 10])
    await setUnits(3)
    expect([await stockOf(db, product), await stockedUnits(workLogId)]).toEqual([0, 3])
    expect((await checkLedger(db)).gaps).toEqual([])
  })

  it('needs a product: a task without one can be approved, but not with units for the stock', async () => {
    const { workLogId } = await makeReview()
    await db.updateTable('workLogs').set({ productId: null }).where('id', '=', workLogId).execute()
    const refusal = err('task_without_product')
    expect(await approveTask(asAdmin, { workLogId, rating: 5, stockQuantity: 3 })).toEqual(refusal)
    expect(await findTask(db, workLogId)).toMatchObject({ state: 'pending_review', stockedQuantity: null })
    await approveTask(asAdmin, { workLogId, rating: 5 })
    expect(await adjustStock(asAdmin, { workLogId, quantity: 3 })).toEqual(refusal)
  })
})

it('producesStock and isInPieces are false for checks, deliveries, weights and times', () => {
  expect(['production', 'packing', 'roasting', 'quality', 'delivery'].map(producesStock)).toEqual([
    ...[true, true, true, false, false],
  ])
  expect(['packets', 'boxes', 'jars', 'kg', 'Litres', 'hours'].map(isInPieces)).toEqual([
    ...[true, true, true, false, false, false],
  ])
})

const dueIn = (count: number) => ({
  completionDeadline: new Date(NOW.getTime() + count * HOUR_MS),
})

async function countReminders(): Promise<Record<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select data->>'id' as id, count(*)::int as count from pgboss.job
    where name = 'programme-mail' and data->>'kind' = 'deadline-reminder' group by 1`.execute(db)
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]))
}

it('remindOfDeadlines sends one email per unfinished task due within a day, even concurrently', async () => {
  const earlier = await countReminders()
  const dueTomorrow = await makeTask(asAdmin, worker, dueIn(23))
  const startedTask = await makeStartedTask(worker, dueIn(2))
  await makeSubmittedTask(worker, dueIn(2))
  const later = await makeTask(asAdmin, worker, dueIn(25))
  await makeTask(asAdmin, null, dueIn(5))
  const counts = await Promise.all(Array.from({ length: 6 }, () => remindOfDeadlines(ctx())))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
  expect(await countReminders()).toEqual({ ...earlier, [dueTomorrow]: 1, [startedTask]: 1 })
  await remindOfDeadlines(ctx(worker, { now: new Date(NOW.getTime() + 3 * HOUR_MS) }))
  expect(await countReminders()).toEqual({ ...earlier, [dueTomorrow]: 1, [startedTask]: 1, [later]: 1 })
})

it('remindOfDeadlines sends a second email when the task is reassigned', async () => {
  const id = await makeTask(asAdmin, worker, dueIn(10))
  await remindOfDeadlines(ctx())
  const other = await makeWorker(asAdmin)
  await assignTask(asAdmin, { workLogId: id, userId: other.id })
  await remindOfDeadlines(ctx())
  expect((await countReminders())[id]).toBe(2)
})
