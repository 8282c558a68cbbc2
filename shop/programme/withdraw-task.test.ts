import { describe, expect, it } from 'vitest'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { workerDashboard } from '#shop/programme/dashboard.read.ts'
import { assignTask, withdrawTask } from '#shop/programme/give-tasks.ts'
import { startTask } from '#shop/programme/own-task.ts'
import { findTask, listTasks, taskHistory } from '#shop/programme/tasks.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { queued } from '#tests/queued.ts'

const { db, ctx } = await testDatabase({ poolSize: 10 })
const asAdmin = ctx(await makeUser(db, { staffRole: 'owner', fullName: 'Asha Admin' }))
const worker = await makeWorker(asAdmin)
const asWorker = ctx(worker)
const mailsAbout = async (id: string) =>
  (await queued(db, 'programme-mail')).filter(
    ({ kind, id: about }) => kind === 'task-withdrawn' && about === id,
  )

describe('a task that was created by mistake', () => {
  it('disappears for its worker, who gets an email, and stays in the records', async () => {
    const before = await workerDashboard(db, worker.id, NOW)
    const workLogId = await makeTask(asAdmin, worker)
    expect(await withdrawTask(asAdmin, { workLogId })).toEqual(ok(null))
    expect(await workerDashboard(db, worker.id, NOW)).toEqual(before)
    expect(await startTask(asWorker, { workLogId })).toEqual(err('task_not_found'))
    expect(await mailsAbout(workLogId)).toHaveLength(1)
    expect(await findTask(db, workLogId)).toMatchObject({ state: 'withdrawn', userId: worker.id })
    expect((await taskHistory(db, workLogId)).at(-1)).toMatchObject({
      move: 'withdraw',
      toState: 'withdrawn',
      actorName: 'Asha Admin',
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
