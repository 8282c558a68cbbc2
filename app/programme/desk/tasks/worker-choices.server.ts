import type { WorkerChoice } from '#app/programme/desk/tasks/assign-dialog.tsx'
import type { Db } from '#shop/ctx.ts'
import { listWorkers } from '#shop/programme/workers.read.ts'

/** All people who can be assigned a task. */
export async function workerChoices(db: Db): Promise<WorkerChoice[]> {
  const workers = await listWorkers(db)
  return workers.map(({ userId, fullName, group }) => ({
    id: userId,
    name: fullName,
    group: group?.name ?? null,
  }))
}
