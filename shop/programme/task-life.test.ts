import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { assignTask } from '#shop/programme/give-tasks.ts'
import { addCounts, countProgress, startTask } from '#shop/programme/own-task.ts'
import { submitPhoto } from '#shop/programme/photo-upload.ts'
import { approveTask, rejectTask } from '#shop/programme/review-task.ts'
import type { TaskState } from '#shop/programme/task.ts'
import { findTask, taskHistory } from '#shop/programme/tasks.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { phonePhoto, TEXT } from '#tests/pictures.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 10 })
const { db, ctx, files } = shop
const { asAdmin, started, submitted } = await story(shop)
const worker = await makeWorker(asAdmin)
const other = await makeWorker(asAdmin)

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

describe('the life of a task', () => {
  it('goes from pending through a rejection to approved, with every step in its history', async () => {
    const id = await makeTask(asAdmin, worker)
    const asWorker = ctx(worker)
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
    expect(await startTask(ctx(worker), { workLogId: id })).toEqual(err('task_not_found'))
    await assignTask(asAdmin, { workLogId: id, userId: null })
    await assignTask(asAdmin, { workLogId: id, userId: worker.id })
    expect(await startTask(ctx(worker), { workLogId: id })).toEqual(ok(null))
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
    const started = await Promise.all(
      Array.from({ length: 5 }, () => startTask(ctx(worker), { workLogId: id })),
    )
    expect(started.every(({ ok }) => ok)).toBe(true)
    expect((await taskHistory(db, id)).filter(({ move }) => move === 'start')).toHaveLength(1)
  })

  it('counts from 0 to the quantity', async () => {
    const id = await taskIn('in_progress')
    for (const count of [-1, 101, 1.5, Number.NaN]) {
      const refused = await countProgress(ctx(worker), { workLogId: id, count })
      expect(refused).toEqual(err('count_out_of_range'))
    }
    expect((await countProgress(ctx(worker), { workLogId: id, count: 100 })).ok).toBe(true)
    expect((await countProgress(ctx(worker), { workLogId: id, count: 0 })).ok).toBe(true)
    expect(
      await countProgress(ctx(worker), { workLogId: await makeTask(asAdmin, worker), count: 1 }),
    ).toEqual(err('task_not_in_progress'))
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
    const refused = await submitPhoto(ctx(worker), { workLogId: id, bytes: await phonePhoto(77) })
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
      Array.from({ length: 6 }, () => submitPhoto(ctx(worker), { workLogId: id, bytes })),
    )
    const photos = new Set(answers.map((answer) => answer.ok && answer.value.photoId))
    expect(photos.size).toBe(1)
    expect(answers.filter((answer) => answer.ok && !answer.value.repeated)).toHaveLength(1)
    await approveTask(asAdmin, { workLogId: id, rating: 3 })
    expect(await submitPhoto(ctx(worker), { workLogId: id, bytes })).toMatchObject({
      ok: true,
      value: { repeated: true },
    })
    const kept = await db.selectFrom('taskPhotos').select('fileKey').where('workLogId', '=', id).execute()
    expect(kept).toHaveLength(1)
    expect((await files.read(kept[0]?.fileKey ?? ''))?.contentType).toBe('image/webp')
  })

  it('is flagged when it was used before, or looks like one that was', async () => {
    const bytes = await phonePhoto(502, 700)
    const { default: sharp } = await import('sharp')
    const recompressed = await sharp(bytes).resize(500).jpeg({ quality: 50 }).toBuffer()
    const [one, two, three] = [
      await taskIn('in_progress'),
      await taskIn('in_progress'),
      await taskIn('in_progress'),
    ]
    const later = { now: new Date(NOW.getTime() + 5 * 3600 * 1000) }
    for (const [id, photo] of [
      [one, bytes],
      [two, bytes],
      [three, recompressed],
    ] as const) {
      await submitPhoto(ctx(worker, later), { workLogId: id, bytes: photo })
    }
    expect((await findTask(db, one))?.photo).toMatchObject({ flags: [], seenBeforeIn: null })
    expect((await findTask(db, two))?.photo).toMatchObject({ flags: ['same_photo'], seenBeforeIn: one })
    expect((await findTask(db, three))?.photo?.flags).toEqual(['similar_photo'])
  })

  it('is flagged when the work was done implausibly fast', async () => {
    const id = await taskIn('in_progress')
    const hour = { now: new Date(NOW.getTime() + 59 * 60_000) }
    await submitPhoto(ctx(worker, hour), { workLogId: id, bytes: await phonePhoto(503) })
    expect((await findTask(db, id))?.photo?.flags).toEqual(['very_fast'])
  })

  it('that is no picture leaves the task in progress and no file behind', async () => {
    const id = await taskIn('in_progress')
    expect(await submitPhoto(ctx(worker), { workLogId: id, bytes: TEXT })).toEqual(err('not_a_picture'))
    expect(await submitPhoto(ctx(worker), { workLogId: id, bytes: null })).toEqual(err('photo_missing'))
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
