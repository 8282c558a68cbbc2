import type { Db } from '#shop/ctx.ts'
import { workerFigures } from '#shop/programme/dashboard.ts'
import { STATUSES_OF, type Task } from '#shop/programme/task.ts'
import { listTasks } from '#shop/programme/tasks.read.ts'

const RECENT = 5
const SHOWN = 500

/** The caller has checked that the actor is the worker or an admin. */
export async function workerDashboard(db: Db, userId: string, now: Date) {
  const tasks = await listTasks(db, { userId, limit: SHOWN })
  const counted = await db
    .selectFrom('workLogs')
    .select(['state', 'paymentAmount', 'submissionDate', 'rating'])
    .where('userId', '=', userId)
    .where('state', '!=', 'withdrawn')
    .execute()
  const isCompleted = ({ state }: Task) => STATUSES_OF[state].status === 'completed'
  return {
    figures: workerFigures(counted, now),
    recent: tasks.slice(0, RECENT),
    active: tasks.filter((task) => !isCompleted(task)),
    completed: tasks.filter(isCompleted),
  }
}
