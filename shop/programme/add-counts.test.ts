import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeWorker } from '#db/factories/task.ts'
import { err } from '#shop/kernel/result.ts'
import { addCounts } from '#shop/programme/own-task.ts'
import { submitPhoto } from '#shop/programme/photo-upload.ts'
import { counted } from '#shop/programme/task.ts'
import { findTask, taskHistory } from '#shop/programme/tasks.read.ts'
import { testDatabase } from '#tests/database.ts'
import { phonePhoto } from '#tests/pictures.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 10 })
const { db, ctx } = shop
const { asAdmin, started } = await story(shop)
const worker = await makeWorker(asAdmin)
const asWorker = ctx(worker)

const startedTask = (quantity = 100) => started(worker, { quantity })
const step = (step: number) => ({ id: randomUUID(), step })
const countOf = async (id: string) => (await findTask(db, id))?.progressCount

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
    const workLogId = await startedTask()
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
    const workLogId = await startedTask(12)
    await addCounts(asWorker, { workLogId, steps: [step(1), step(10)] })
    expect(await addCounts(asWorker, { workLogId, steps: [step(1), step(1)] })).toMatchObject({
      value: { progressCount: 12 },
    })
    expect(await addCounts(asWorker, { workLogId, steps: [step(-1)] })).toMatchObject({
      value: { progressCount: 11 },
    })
  })

  it('come too late once the photo was sent; those that had arrived are still known', async () => {
    const workLogId = await startedTask()
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
