/** Tasks for pages and API. The caller has checked whose data the actor may see. */
import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { paise } from '#shop/kernel/money.ts'
import {
  type PhotoFlag,
  TASK_STATES,
  type Task,
  type TaskState,
  type TaskTransition,
} from '#shop/programme/task.ts'
import { TASK_FIELDS } from '#shop/programme/task-fields.ts'

const TASK_COLUMNS = Object.keys(TASK_FIELDS).map(
  (name) => `workLogs.${name as keyof typeof TASK_FIELDS}` as const,
)

function selectTasks(db: Db) {
  return db
    .selectFrom('workLogs')
    .leftJoin('products', 'products.id', 'workLogs.productId')
    .select([
      'workLogs.id',
      'workLogs.taskId as batchId',
      'workLogs.userId',
      ...TASK_COLUMNS,
      'state',
      'progressCount',
    ])
    .select([
      'workLogs.rating',
      'rejectionReason',
      'rejectionPreset',
      'batchCode',
      'stockedQuantity',
      'payoutLineId',
    ])
    .select(['assignedDate', 'startedAt', 'submissionDate', 'reviewDate', 'workLogs.createdAt'])
    .select('products.name as productName')
    .select((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom('taskPhotos')
          .select(['taskPhotos.id', 'sha256', 'width', 'height', 'flags', 'seenBeforeIn'])
          .whereRef('taskPhotos.id', '=', 'workLogs.photoId'),
      ).as('photo'),
      jsonObjectFrom(
        eb
          .selectFrom('users')
          .leftJoin('workers', 'workers.userId', 'users.id')
          .leftJoin('shgGroups', 'shgGroups.id', 'workers.groupId')
          .select(['users.fullName', 'users.email', 'users.phoneNumber', 'workers.phone'])
          .select('shgGroups.name as groupName')
          .whereRef('users.id', '=', 'workLogs.userId'),
      ).as('worker'),
    ])
}

type TaskRow = Awaited<ReturnType<ReturnType<typeof selectTasks>['execute']>>[number]

function toTask({ photo, worker, ...row }: TaskRow): Task {
  return {
    ...row,
    state: row.state as TaskState,
    paymentAmount: paise(row.paymentAmount),
    photo: photo && { ...photo, flags: photo.flags as PhotoFlag[] },
    worker: worker && {
      fullName: worker.fullName,
      email: worker.email,
      phone: worker.phone ?? worker.phoneNumber,
      groupName: worker.groupName,
    },
  }
}

/** One task; null when it does not exist or the id is malformed. */
export async function findTask(db: Db, id: string): Promise<Task | null> {
  if (!isUuid(id)) return null
  const row = await selectTasks(db).where('workLogs.id', '=', id).executeTakeFirst()
  return row ? toTask(row) : null
}

export type TaskFilter = {
  /** Only this worker's tasks; null for all (admins). */
  userId: string | null
  states?: readonly TaskState[] | undefined
  /** Words in the name of the task or the worker. */
  text?: string | undefined
  limit: number
  /** Only tasks older than this one. */
  after?: string | undefined
  /** The number of tasks to skip. */
  offset?: number | undefined
}

/** Matching tasks, newest first. */
export async function listTasks(
  db: Db,
  { userId, states, text, limit, after, offset }: TaskFilter,
): Promise<Task[]> {
  let query = selectTasks(db)
  // Only admins see withdrawn tasks.
  if (userId) query = query.where('workLogs.userId', '=', userId).where('state', '!=', 'withdrawn')
  if (states) query = query.where('state', 'in', [...states])
  if (text) {
    const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((eb) =>
      eb.or([
        eb('taskName', 'ilike', like),
        eb.exists(
          eb
            .selectFrom('users')
            .select('users.id')
            .whereRef('users.id', '=', 'workLogs.userId')
            .where('users.fullName', 'ilike', like),
        ),
      ]),
    )
  }
  if (after) query = query.where(olderThan(after))
  const rows = await query
    .orderBy('workLogs.createdAt', 'desc')
    .orderBy('workLogs.id', 'desc')
    .limit(limit)
    .offset(offset ?? 0)
    .execute()
  return rows.map(toTask)
}

function olderThan(id: string) {
  return sql<boolean>`(work_logs.created_at, work_logs.id) <
    (select last.created_at, last.id from work_logs as last where last.id = ${id}::uuid)`
}

/** The states of a worker's newest 500 tasks, newest first. */
export async function taskStates(db: Db, userId: string): Promise<{ id: string; state: TaskState }[]> {
  const rows = await db
    .selectFrom('workLogs')
    .select(['id', 'state'])
    .where('userId', '=', userId)
    .where('state', '!=', 'withdrawn')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .execute()
  return rows.map(({ id, state }) => ({ id, state: state as TaskState }))
}

/** The number of tasks in each state. */
export async function countTasks(db: Db): Promise<Record<TaskState, number>> {
  const rows = await db
    .selectFrom('workLogs')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const counted = new Map(rows.map((row) => [row.state, row.count]))
  return Object.fromEntries(TASK_STATES.map((state) => [state, counted.get(state) ?? 0])) as Record<
    TaskState,
    number
  >
}

/**
 * Tasks with a photo in one of these states. Those waiting for review are sorted oldest first, decided ones latest
 * first.
 */
export async function listForReview(
  db: Db,
  { states, limit, offset }: { states: readonly TaskState[]; limit: number; offset: number },
): Promise<Task[]> {
  const waits = sql<boolean>`state = 'pending_review'`
  const rows = await selectTasks(db)
    .where('state', 'in', [...states])
    .orderBy(waits, 'desc')
    .orderBy(sql`case when state = 'pending_review' then submission_date end`)
    .orderBy('reviewDate', 'desc')
    .orderBy('workLogs.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(toTask)
}

export type TaskEvent = {
  move: TaskTransition | 'create'
  toState: TaskState
  actorName: string | null
  note: string | null
  createdAt: Date
}

/** A task's history, oldest first. */
export async function taskHistory(db: Db, workLogId: string): Promise<TaskEvent[]> {
  const rows = await db
    .selectFrom('workLogEvents')
    .leftJoin('users', 'users.id', 'workLogEvents.actorId')
    .select(['move', 'toState', 'note', 'workLogEvents.createdAt', 'users.fullName as actorName'])
    .where('workLogId', '=', workLogId)
    .orderBy('workLogEvents.id')
    .execute()
  return rows.map((row) => ({
    ...row,
    move: row.move as TaskEvent['move'],
    toState: row.toState as TaskState,
  }))
}

/** The file key of a photo, and the task's worker and state. */
export async function findPhotoFile(db: Db, workLogId: string, photoId: string) {
  const row = await db
    .selectFrom('taskPhotos')
    .innerJoin('workLogs', 'workLogs.id', 'taskPhotos.workLogId')
    .select(['fileKey', 'workLogs.userId', 'workLogs.state'])
    .where('taskPhotos.id', '=', photoId)
    .where('workLogId', '=', workLogId)
    .executeTakeFirst()
  return row && { ...row, state: row.state as TaskState }
}
