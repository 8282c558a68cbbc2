/** The only place that writes tasks and their history. */
import { type Insertable, sql, type Updateable } from 'kysely'
import type { WorkLogs } from '#db/types.ts'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { type Money, paise } from '#shop/kernel/money.ts'
import type { CountStep } from '#shop/programme/task.ts'
import { afterTransition, type TaskTransition } from '#shop/programme/task.ts'

/** Inserts tasks with their first history entry. Returns the ids in order. */
export async function insertTasks(
  db: Db,
  tasks: Omit<Insertable<WorkLogs>, 'id' | 'state'>[],
  { actorId, now }: { actorId: string; now: Date },
): Promise<string[]> {
  const rows = await db.insertInto('workLogs').values(tasks).returning('id').execute()
  const ids = rows.map((row) => row.id)
  const created = { move: 'create', fromState: null, toState: 'pending', actorId, note: null, createdAt: now }
  const events = ids.map((workLogId) => ({ workLogId, ...created }))
  await db.insertInto('workLogEvents').values(events).execute()
  return ids
}

/** Serializes the hand-outs of one person until the transaction ends, so that their pay is added up. */
export async function lockPromisedPay(db: Db, actorId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('promised pay'), hashtext(${actorId}))`.execute(db)
}

/** Sums the pay of the tasks that this person has created since then. Leaves out withdrawn tasks. */
export async function sumPromisedPay(db: Db, actorId: string, since: Date): Promise<Money> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(payment_amount), 0) as sum
    from work_log_events event join work_logs on work_logs.id = event.work_log_id
    where event.move = 'create' and event.actor_id = ${actorId}::uuid and event.created_at > ${since}
      and work_logs.state <> 'withdrawn'`.execute(db)
  return paise(Number(rows[0]?.sum ?? 0))
}

export type LockedTask = NonNullable<Awaited<ReturnType<typeof lockTask>>>

/** Locks the task until the transaction ends, so that concurrent transitions wait. */
export async function lockTask(db: Db, id: string) {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('workLogs')
    .select(['id', 'state', 'userId', 'taskName', 'quantity', 'progressCount', 'expectedMinutes'])
    .select(['paymentAmount', 'startedAt', 'photoId', 'notifiedPhotoId', 'payoutLineId'])
    .select(['productId', 'batchCode', 'stockedQuantity'])
    .select((eb) =>
      eb
        .selectFrom('workers')
        .select('workers.groupId')
        .whereRef('workers.userId', '=', 'workLogs.userId')
        .as('groupId'),
    )
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

type TransitionInput = {
  task: Pick<LockedTask, 'id' | 'state'>
  move: TaskTransition
  set?: Updateable<WorkLogs>
  actorId: string | null
  note?: string | null
  now: Date
}

/** Makes a transition and writes the history. Returns false if the state does not allow it. */
export async function transitionTask(db: Db, { task, move, set, actorId, note, now }: TransitionInput) {
  const to = afterTransition(task.state, move)
  if (to === null) return false
  const moved = await db
    .updateTable('workLogs')
    .set({ ...set, state: to, updatedAt: now })
    .where('id', '=', task.id)
    .where('state', '=', task.state)
    .returning('id')
    .executeTakeFirst()
  if (!moved) return false
  const entry = { workLogId: task.id, move, fromState: task.state, toState: to, actorId }
  await db
    .insertInto('workLogEvents')
    .values({ ...entry, note: note ?? null, createdAt: now })
    .execute()
  return true
}

/** Records that a worker had begun a task which was withdrawn in the meantime. */
export async function noteBegunWork(
  db: Db,
  { workLogId, userId, now }: { workLogId: string; userId: string; now: Date },
): Promise<void> {
  await db
    .updateTable('workLogs')
    .set({ startedAt: now })
    .where('id', '=', workLogId)
    .where('userId', '=', userId)
    .where('state', '=', 'withdrawn')
    .where('startedAt', 'is', null)
    .execute()
}

/** Inserts steps and returns the new steps, in order. */
export async function insertCounts(
  db: Db,
  { workLogId, steps, now }: { workLogId: string; steps: readonly CountStep[]; now: Date },
): Promise<CountStep[]> {
  const uniqueSteps = [...new Map(steps.map((step) => [step.id, step])).values()]
  const rows = uniqueSteps.map(({ id, step }) => ({ workLogId, id, step, createdAt: now }))
  const inserted = await db
    .insertInto('workLogCounts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  const newIds = new Set(inserted.map(({ id }) => id))
  return uniqueSteps.filter(({ id }) => newIds.has(id))
}

/** Records that reviewers were notified of a photo. Returns false if that was recorded before. */
export async function markNotified(db: Db, taskId: string, photoId: string): Promise<boolean> {
  const marked = await db
    .updateTable('workLogs')
    .set({ notifiedPhotoId: photoId })
    .where('id', '=', taskId)
    .where((eb) => eb.or([eb('notifiedPhotoId', 'is', null), eb('notifiedPhotoId', '!=', photoId)]))
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Marks tasks due before `until` as reminded. Returns their ids. */
export async function claimTasksToRemind(db: Db, now: Date, until: Date): Promise<string[]> {
  const rows = await db
    .updateTable('workLogs')
    .set({ remindedAt: now })
    .where('remindedAt', 'is', null)
    .where('userId', 'is not', null)
    .where('state', 'in', ['pending', 'in_progress', 'returned'])
    .where('completionDeadline', '>', now)
    .where('completionDeadline', '<=', until)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Reads worker and state without a lock. */
export async function findTaskState(db: Db, id: string) {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('workLogs')
    .select(['userId', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Erases texts of a person's tasks; name, quantities and pay stay. */
export async function eraseTaskTexts(db: Db, userId: string): Promise<void> {
  const tasks = db.updateTable('workLogs').where('userId', '=', userId)
  await tasks.set({ taskDescription: '', taskDescriptionHi: '', rejectionReason: null }).execute()
  await db
    .updateTable('workLogEvents')
    .set({ note: null })
    .where('workLogId', 'in', db.selectFrom('workLogs').select('id').where('userId', '=', userId))
    .execute()
}
