import type { WorkerChoice } from '#app/admin/tasks/assign-dialog.tsx'
import type { Db } from '#shop/ctx.ts'
import { listWorkers } from '#shop/programme/workers.read.ts'

/** Everybody who can be given a task. */
export async function workerChoices(db: Db): Promise<WorkerChoice[]> {
  const workers = await listWorkers(db)
  return workers.map(({ userId, fullName, group }) => ({
    id: userId,
    name: fullName,
    group: group?.name ?? null,
  }))
}
