import type { Ctx, Db } from '#shop/ctx.ts'
import { insertNews } from '#shop/programme/news.sql.ts'
import type { TaskInput } from '#shop/programme/task-fields.ts'
import { insertTasks } from '#shop/programme/tasks.sql.ts'

/** A task to create; without a worker it stays unassigned. From a template it keeps the picture of now. */
export type BatchTask = TaskInput & {
  userId: string | null
  templateId?: string | null
  pictureId?: string | null
}

/**
 * Creates tasks that belong together and tells each worker. The caller has locked the workers. Returns the ids
 * in the same order.
 */
export async function createBatch(
  { now, jobs }: Pick<Ctx, 'now' | 'jobs'>,
  db: Db,
  { batchId, tasks, actorId }: { batchId: string; tasks: readonly BatchTask[]; actorId: string },
): Promise<string[]> {
  const made = { taskId: batchId, createdAt: now, updatedAt: now }
  const rows = tasks.map((task) => ({ ...task, ...made, ...(task.userId && { assignedDate: now }) }))
  const ids = await insertTasks(db, rows, { actorId, now })
  for (const [at, id] of ids.entries()) {
    if (!tasks[at]?.userId) continue
    await jobs.send(db, { queue: 'programme-mail', data: { kind: 'task-assigned', id } })
  }
  await insertNews(
    db,
    ids.flatMap((workLogId, at) => {
      const userId = tasks[at]?.userId
      return userId ? [{ userId, kind: 'new_task' as const, workLogId }] : []
    }),
    now,
  )
  return ids
}
