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
import { approveTask, nameBatch, rejectTask, stockTask } from '#shop/programme/review-task.ts'
import { counted, isInPieces, producesStock, type TaskState } from '#shop/programme/task.ts'
import { findTask, listTasks, taskHistory, workerDashboard } from '#shop/programme/tasks.read.ts'
import { remindOfDeadlines } from '#shop/programme/worker-news.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { phonePhoto, TEXT } from '#tests/pictures.ts'
import { queued } from '#tests/queued.ts'
import { stockOf } from '#tests/rows.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 10 })
const { db, ctx, files } = shop
const { asAdmin, started, submitted } = await story(shop)
const worker = await makeWorker(asAdmin)
const other = await makeWorker(asAdmin)
const asWorker = ctx(worker)

/** A task in this state, moved there by the use cases. */
async function taskIn(state: TaskState): Promise<string> {
  if (state === 'pending') return makeTask(asAdmin, worker)
  if (state === 'in_progress') return started(worker)
  const id = await submitted(worker)
  if (state === 'returned') await rejectTask(asAdmin, { workLogId: id, preset: 'quality', reason: '' })
  if (state === 'approved') await approveTask(asAdmin, { workLogId: id, rating: 4 })
  return id
}
const stateOf = async (id: string) => (await findTask(db, id))?.state
const step = (step: number) => ({ id: randomUUID(), step })
const countOf = async (id: string) => (await findTask(db, id))?.progressCount

describe('the life of a task', () => {
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
    const fresh = await makeTask(asAdmin, null)
    const toCustomer = await assignTask(asAdmin, { workLogId: fresh, userId: customer.id })
    expect(toCustomer).toEqual(err('worker_not_found'))
    const toNoId = await assignTask(asAdmin, { workLogId: fresh, userId: 'abc' })
    expect(toNoId).toEqual(err('worker_not_found'))
  })

  it('is started once, however often the phone sends it', async () => {
    const id = await makeTask(asAdmin, worker)
    const started = await Promise.all(Array.from({ length: 5 }, () => startTask(asWorker, { workLogId: id })))
    expect(started.every(({ ok }) => ok)).toBe(true)
    expect((await taskHistory(db, id)).filter(({ move }) => move === 'start')).toHaveLength(1)
  })

  it('counts from 0 to the quantity', async () => {
    const id = await taskIn('in_progress')
    for (const count of [-1, 101, 1.5, Number.NaN]) {
      const refused = await countProgress(asWorker, { workLogId: id, count })
      expect(refused).toEqual(err('count_out_of_range'))
    }
    expect((await countProgress(asWorker, { workLogId: id, count: 100 })).ok).toBe(true)
    expect((await countProgress(asWorker, { workLogId: id, count: 0 })).ok).toBe(true)
    expect(await countProgress(asWorker, { workLogId: await makeTask(asAdmin, worker), count: 1 })).toEqual(
      err('task_not_in_progress'),
    )
  })

  it.each(['pending', 'in_progress', 'returned', 'approved'] as const)(
    'cannot be decided while %s',
    async (state) => {
      const id = await taskIn(state)
      const refused = err('task_not_in_review')
      expect(await approveTask(asAdmin, { workLogId: id, rating: 5 })).toEqual(refused)
      expect(await rejectTask(asAdmin, { workLogId: id, preset: 'quality', reason: '' })).toEqual(refused)
      expect(await stateOf(id)).toBe(state)
    },
  )

  it.each(['pending', 'pending_review', 'approved'] as const)('takes no photo while %s', async (state) => {
    const id = await taskIn(state)
    const refused = await submitPhoto(asWorker, { workLogId: id, bytes: await phonePhoto(77) })
    expect(refused).toEqual(err('task_not_in_progress'))
    expect(await stateOf(id)).toBe(state)
  })
})

describe('two reviewers', () => {
  it('cannot both decide', async () => {
    const second = ctx(await makeUser(db, { staffRole: 'owner' }))
    for (let round = 0; round < 3; round += 1) {
      const id = await taskIn('pending_review')
      const outcomes = await Promise.all([
        approveTask(asAdmin, { workLogId: id, rating: 5 }),
        rejectTask(second, { workLogId: id, preset: 'quality', reason: '' }),
        approveTask(second, { workLogId: id, rating: 1 }),
        rejectTask(asAdmin, { workLogId: id, preset: null, reason: 'No' }),
      ])
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
      const lost = outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'task_not_in_review')
      expect(lost).toHaveLength(3)
      expect((await taskHistory(db, id)).filter(({ move }) => /approve|reject/.test(move))).toHaveLength(1)
    }
  })
})

describe('a photo', () => {
  it('that is sent again is taken once, even at the same moment', async () => {
    const id = await taskIn('in_progress')
    const bytes = await phonePhoto(501)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => submitPhoto(asWorker, { workLogId: id, bytes })),
    )
    const photoIds = new Set(answers.map((answer) => answer.ok && answer.value.photoId))
    expect(photoIds.size).toBe(1)
    expect(answers.filter((answer) => answer.ok && !answer.value.repeated)).toHaveLength(1)
    await approveTask(asAdmin, { workLogId: id, rating: 3 })
    expect(await submitPhoto(asWorker, { workLogId: id, bytes })).toMatchObject({
      ok: true,
      value: { repeated: true },
    })
    const photos = await db.selectFrom('taskPhotos').select('fileKey').where('workLogId', '=', id).execute()
    expect(photos).toHaveLength(1)
    expect((await files.read(photos[0]?.fileKey ?? ''))?.contentType).toBe('image/webp')
  })

  it('is flagged when it was used before, or looks like one that was', async () => {
    const bytes = await phonePhoto(502, 700)
    const { default: sharp } = await import('sharp')
    const recompressed = await sharp(bytes).resize(500).jpeg({ quality: 50 }).toBuffer()
    const [first, second, third] = [
      await taskIn('in_progress'),
      await taskIn('in_progress'),
      await taskIn('in_progress'),
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

  it('is flagged when the work was done implausibly fast', async () => {
    const id = await taskIn('in_progress')
    const hour = { now: new Date(NOW.getTime() + 59 * 60_000) }
    await submitPhoto(ctx(worker, hour), { workLogId: id, bytes: await phonePhoto(503) })
    expect((await findTask(db, id))?.photo?.flags).toEqual(['very_fast'])
  })

  it('that is no picture leaves the task in progress and no file behind', async () => {
    const id = await taskIn('in_progress')
    expect(await submitPhoto(asWorker, { workLogId: id, bytes: TEXT })).toEqual(err('not_a_picture'))
    expect(await submitPhoto(asWorker, { workLogId: id, bytes: null })).toEqual(err('photo_missing'))
    expect(await stateOf(id)).toBe('in_progress')
  })
})

it.each(['another worker', 'the admin'])('%s can do nothing with a worker’s task', async (who) => {
  const actor = who === 'the admin' ? asAdmin : ctx(other)
  const workLogId = await started(worker)
  const outcomes = await Promise.all([
    startTask(actor, { workLogId }),
    countProgress(actor, { workLogId, count: 1 }),
    addCounts(actor, { workLogId, steps: [{ id: randomUUID(), step: 1 }] }),
    submitPhoto(actor, { workLogId, bytes: await phonePhoto(9) }),
  ])
  expect(outcomes).toEqual(Array(4).fill(err('task_not_found')))
  expect(await stateOf(workLogId)).toBe('in_progress')
})

it('a count stays between nothing and what the task asks for, and undoing takes back what was counted', () => {
  const steps = fc.array(fc.record({ step: fc.integer({ min: -50, max: 50 }) }), { maxLength: 40 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), steps, (quantity, made) => {
      const all = counted({ progressCount: 0, quantity }, made)
      expect(all).toBeGreaterThanOrEqual(0)
      expect(all).toBeLessThanOrEqual(quantity)
      if (all < quantity)
        expect(counted({ progressCount: all, quantity }, [{ step: 1 }, { step: -1 }])).toBe(all)
    }),
  )
})

describe('steps from a phone', () => {
  it('count once, however often and in whatever parcels they are sent', async () => {
    const workLogId = await started(worker)
    const steps = Array.from({ length: 40 }, (_, at) => step(at % 5 === 4 ? -1 : 1))
    const parcels = [steps.slice(0, 10), steps.slice(5, 25), steps.slice(20), steps.slice(0, 40)]
    // Like a phone that gets no answer and repeats the request in two tabs.
    await Promise.all(
      [...parcels, ...parcels].map((some) => addCounts(asWorker, { workLogId, steps: [...some, ...some] })),
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

  it('of two phones add up, as far as the task goes', async () => {
    const workLogId = await started(worker, { quantity: 12 })
    await addCounts(asWorker, { workLogId, steps: [step(1), step(10)] })
    expect(await addCounts(asWorker, { workLogId, steps: [step(1), step(1)] })).toMatchObject({
      value: { progressCount: 12 },
    })
    expect(await addCounts(asWorker, { workLogId, steps: [step(-1)] })).toMatchObject({
      value: { progressCount: 11 },
    })
  })

  it('come too late once the photo was sent; those that had arrived are still known', async () => {
    const workLogId = await started(worker)
    const early = [step(10)]
    await addCounts(asWorker, { workLogId, steps: early })
    await submitPhoto(asWorker, { workLogId, bytes: await phonePhoto(7) })
    expect(await addCounts(asWorker, { workLogId, steps: early })).toEqual({
      ok: true,
      value: { progressCount: 10 },
    })
    const late = [...early, step(1)]
    const refused = err('task_not_in_progress')
    expect(await addCounts(asWorker, { workLogId, steps: late })).toEqual(refused)
    expect(await addCounts(asWorker, { workLogId, steps: late })).toEqual(refused)
    expect(await countOf(workLogId)).toBe(10)
  })
})

const mailsAbout = async (id: string) =>
  (await queued(db, 'programme-mail')).filter(
    ({ kind, id: about }) => kind === 'task-withdrawn' && about === id,
  )

describe('a task that was created by mistake', () => {
  it('disappears for its worker, who gets an email, and stays in the records', async () => {
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
      actorName: 'Meera Admin',
      createdAt: NOW,
    })
    const withdrawn = await listTasks(db, { userId: null, states: ['withdrawn'], limit: 10 })
    expect(withdrawn.filter(({ id }) => id === workLogId)).toHaveLength(1)
    expect(await assignTask(asAdmin, { workLogId, userId: null })).toMatchObject({ ok: false })
    expect(await withdrawTask(asAdmin, { workLogId })).toEqual(err('task_not_found'))
  })

  it('sends no email when it was unassigned', async () => {
    const workLogId = await makeTask(asAdmin, null)
    expect(await withdrawTask(asAdmin, { workLogId })).toEqual(ok(null))
    expect(await mailsAbout(workLogId)).toEqual([])
  })

  it('stays once it was begun', async () => {
    const workLogId = await makeTask(asAdmin, worker)
    await startTask(asWorker, { workLogId })
    expect(await withdrawTask(asAdmin, { workLogId })).toEqual(err('task_already_started'))
    expect((await findTask(db, workLogId))?.state).toBe('in_progress')
  })

  it('is begun or withdrawn, never both, when both happen at once', async () => {
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

/** A task waiting for review, and its product with stock 5. */
async function inReview() {
  const product = await makeProduct(db, { stockQuantity: 5 })
  return { product, workLogId: await submitted(worker, { productId: product, quantity: 12 }) }
}

const stocked = async (id: string) => (await findTask(db, id))?.stockedQuantity

describe('what an approved task made', () => {
  it('is added to stock once, however many approve, with a movement that names the task', async () => {
    const { product, workLogId } = await inReview()
    const approve = () => approveTask(asAdmin, { workLogId, rating: 5, stockQuantity: 12 })
    const reject = rejectTask(ctx(await makeUser(db)), { workLogId, preset: null, reason: 'x' })
    const outcomes = await Promise.all([approve(), approve(), approve(), reject])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect([await stockOf(db, product), await stocked(workLogId)]).toEqual([17, 12])
    expect(await listMovements(db, product, 5)).toMatchObject([
      { quantity: 12, reason: 'made', note: 'Task: Pack ragi mix' },
      { quantity: 5, reason: 'opening' },
    ])
    const named = db.selectFrom('stockMovements').select('workLogId').where('workLogId', '=', workLogId)
    expect(await named.execute()).toHaveLength(1)
    expect((await checkLedger(db)).gaps).toEqual([])
  })

  it('is left out unless the admin says so, can be added later, and is taken back by the difference', async () => {
    const { product, workLogId } = await inReview()
    expect(await stockTask(asAdmin, { workLogId, quantity: 1 })).toMatchObject(err('task_not_approved'))
    await approveTask(asAdmin, { workLogId, rating: 4 })
    expect([await stockOf(db, product), await stocked(workLogId)]).toEqual([5, null])
    const say = (quantity: number) => stockTask(asAdmin, { workLogId, quantity })
    expect(await Promise.all([say(12), say(12), say(12)])).toEqual(Array(3).fill(ok(null)))
    expect(await stockOf(db, product)).toBe(17)
    await say(10)
    expect([await stockOf(db, product), await stocked(workLogId)]).toEqual([15, 10])
    const elsewhere = { workLogId, productId: await makeProduct(db), batchCode: null }
    expect(await nameBatch(asAdmin, elsewhere)).toEqual(err('task_in_stock'))
    await makeOrder(ctx(await makeUser(db)), [{ productId: product, quantity: 8 }])
    expect(await say(0)).toEqual(err('shelf_too_empty'))
    expect([await stockOf(db, product), await stocked(workLogId)]).toEqual([7, 10])
    await say(3)
    expect([await stockOf(db, product), await stocked(workLogId)]).toEqual([0, 3])
    expect((await checkLedger(db)).gaps).toEqual([])
  })

  it('needs a product, and an approval that would add nothing changes nothing', async () => {
    const { workLogId } = await inReview()
    await db.updateTable('workLogs').set({ productId: null }).where('id', '=', workLogId).execute()
    const refused = err('task_without_product')
    expect(await approveTask(asAdmin, { workLogId, rating: 5, stockQuantity: 3 })).toEqual(refused)
    expect(await findTask(db, workLogId)).toMatchObject({ state: 'pending_review', stockedQuantity: null })
    await approveTask(asAdmin, { workLogId, rating: 5 })
    expect(await stockTask(asAdmin, { workLogId, quantity: 3 })).toEqual(refused)
  })
})

it('is offered for pieces that were made, not for kilograms or checks', () => {
  expect(['production', 'packing', 'roasting', 'quality', 'delivery'].map(producesStock)).toEqual([
    ...[true, true, true, false, false],
  ])
  expect(['packets', 'boxes', 'jars', 'kg', 'Litres', 'hours'].map(isInPieces)).toEqual([
    ...[true, true, true, false, false, false],
  ])
})

const hours = (count: number) => ({
  completionDeadline: new Date(NOW.getTime() + count * HOUR_MS),
})

async function reminders(): Promise<Record<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select data->>'id' as id, count(*)::int as count from pgboss.job
    where name = 'programme-mail' and data->>'kind' = 'deadline-reminder' group by 1`.execute(db)
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]))
}

it('reminds once of what is due within a day and not done, however many processes look', async () => {
  const earlier = await reminders()
  const due = await makeTask(asAdmin, worker, hours(23))
  const begun = await started(worker, hours(2))
  await submitted(worker, hours(2))
  const later = await makeTask(asAdmin, worker, hours(25))
  await makeTask(asAdmin, null, hours(5))
  const counts = await Promise.all(Array.from({ length: 6 }, () => remindOfDeadlines(ctx())))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
  expect(await reminders()).toEqual({ ...earlier, [due]: 1, [begun]: 1 })
  await remindOfDeadlines(ctx(worker, { now: new Date(NOW.getTime() + 3 * HOUR_MS) }))
  expect(await reminders()).toEqual({ ...earlier, [due]: 1, [begun]: 1, [later]: 1 })
})

it('reminds the next worker too when the task is reassigned', async () => {
  const id = await makeTask(asAdmin, worker, hours(10))
  await remindOfDeadlines(ctx())
  const other = await makeWorker(asAdmin)
  await assignTask(asAdmin, { workLogId: id, userId: other.id })
  await remindOfDeadlines(ctx())
  expect((await reminders())[id]).toBe(2)
})
