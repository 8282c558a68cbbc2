/** Tasks for pages and API. The caller has checked that the actor may see them. */
import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '#shop/ctx.ts'
import { realEmail } from '#shop/customers/no-mail.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { olderThan } from '#shop/lists.read.ts'
import { hasText, hasWords } from '#shop/name-words.sql.ts'
import type { GroupScope } from '#shop/programme/coordination.ts'
import { workerFigures } from '#shop/programme/dashboard.ts'
import { type PhotoFlag, STATUSES_OF, TASK_STATES, type Task, type TaskState } from '#shop/programme/task.ts'
import { TASK_FIELDS } from '#shop/programme/task-fields.ts'
import type { TaskFilters } from '#shop/programme/task-filters.ts'
import { inGroups } from '#shop/programme/workers.read.ts'
import { sealed } from '#shop/sealed-columns.sql.ts'

const TASK_COLUMNS = Object.keys(TASK_FIELDS).map(
  (name) => `workLogs.${name as keyof typeof TASK_FIELDS}` as const,
)

function selectTasks(db: Db) {
  return db
    .selectFrom('workLogs')
    .leftJoin('products', 'products.id', 'workLogs.productId')
    .select(['workLogs.id', 'workLogs.taskId as batchId', 'workLogs.userId', ...TASK_COLUMNS])
    .select(['state', 'progressCount', 'claimedQuantity', 'lastCountId', 'approvedQuantity', 'payoutLineId'])
    .select(['workLogs.rating', 'rejectionReason', 'rejectionPreset', 'batchCode', 'stockedQuantity'])
    .select(['assignedDate', 'startedAt', 'submissionDate', 'reviewDate', 'workLogs.createdAt'])
    .select('products.name as productName')
    .select((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom('taskPhotos')
          .select(['taskPhotos.id', 'sha256', 'width', 'height', 'flags', 'seenBeforeIn'])
          .whereRef('taskPhotos.id', '=', 'workLogs.photoId')
          .where('taskPhotos.removedAt', 'is', null),
      ).as('photo'),
      jsonObjectFrom(
        eb
          .selectFrom('taskExamples')
          .select(['taskExamples.id', 'taskExamples.width', 'taskExamples.height'])
          .whereRef('taskExamples.workLogId', '=', 'workLogs.id')
          .whereRef('taskExamples.createdAt', '=', 'workLogs.reviewDate')
          .limit(1),
      ).as('example'),
      jsonObjectFrom(
        eb
          .selectFrom('taskPictures')
          .select(['taskPictures.id', 'taskPictures.width', 'taskPictures.height'])
          .whereRef('taskPictures.id', '=', 'workLogs.pictureId'),
      ).as('picture'),
      jsonObjectFrom(
        eb
          .selectFrom('users')
          .leftJoin('workers', 'workers.userId', 'users.id')
          .leftJoin('shgGroups', 'shgGroups.id', 'workers.groupId')
          .select(['users.fullName', 'users.email', 'users.phoneNumber'])
          .select(['shgGroups.id as groupId', 'shgGroups.name as groupName'])
          .whereRef('users.id', '=', 'workLogs.userId'),
      ).as('worker'),
      // Selected outside the JSON, where it would stay encrypted.
      eb
        .selectFrom('workers')
        .select(sealed('workers', 'phone').as('phone'))
        .whereRef('workers.userId', '=', 'workLogs.userId')
        .as('phone'),
    ])
}

type TaskRow = Awaited<ReturnType<ReturnType<typeof selectTasks>['execute']>>[number]

function toTask({ photo, worker, phone, ...row }: TaskRow): Task {
  return {
    ...row,
    photo: photo && { ...photo, flags: photo.flags as PhotoFlag[] },
    worker: worker && {
      fullName: worker.fullName,
      email: realEmail(worker.email),
      phone: phone ?? worker.phoneNumber,
      groupId: worker.groupId,
      groupName: worker.groupName,
    },
  }
}

export async function findTask(db: Db, id: string): Promise<Task | null> {
  if (!isUuid(id)) return null
  const row = await selectTasks(db).where('workLogs.id', '=', id).executeTakeFirst()
  return row ? toTask(row) : null
}

export type TaskFilter = Partial<TaskFilters> & {
  /** Only this worker's tasks; null for all (admins). */
  userId: string | null
  states?: readonly TaskState[] | undefined
  limit: number
  /** Only tasks older than the task with this id. */
  after?: string | undefined
  offset?: number | undefined
}

/** Returns matching tasks, newest first. */
export async function listTasks(db: Db, { userId, states, state, text, limit, after, offset }: TaskFilter) {
  let query = selectTasks(db)
  // Only admins see withdrawn tasks.
  if (userId) query = query.where('workLogs.userId', '=', userId).where('state', '!=', 'withdrawn')
  if (states) query = query.where('state', 'in', [...states])
  if (state) query = query.where('state', '=', state)
  if (text) {
    query = query.where((eb) =>
      eb.or([
        hasText(['task_name'], text),
        eb.exists(
          eb
            .selectFrom('users')
            .select('users.id')
            .whereRef('users.id', '=', 'workLogs.userId')
            .where(hasWords(sql`users.full_name`, text)),
        ),
      ]),
    )
  }
  if (after) query = query.where(olderThan('work_logs', after))
  const rows = await query
    .orderBy('workLogs.createdAt', 'desc')
    .orderBy('workLogs.id', 'desc')
    .limit(limit)
    .offset(offset ?? 0)
    .execute()
  return rows.map(toTask)
}

/** Returns the states of the worker's newest 500 tasks. */
export async function taskStates(db: Db, userId: string): Promise<{ id: string; state: TaskState }[]> {
  return db
    .selectFrom('workLogs')
    .select(['id', 'state'])
    .where('userId', '=', userId)
    .where('state', '!=', 'withdrawn')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .execute()
}

/** Returns a text that changes whenever a task of these groups changes. `groupIds` null: of all groups. */
export async function tasksVersion(db: Db, groupIds: readonly string[] | null): Promise<string> {
  let query = db.selectFrom('workLogs')
  if (groupIds) query = query.where(ofGroups(groupIds))
  const { changedAt, count } = await query
    .select((eb) => [eb.fn.max('updatedAt').as('changedAt'), eb.fn.countAll<number>().as('count')])
    .executeTakeFirstOrThrow()
  return `${count} ${changedAt?.getTime() ?? ''}`
}

function ofGroups(groupIds: readonly string[]) {
  return sql<boolean>`exists (select from workers where workers.user_id = work_logs.user_id
    and ${inGroups('workers.groupId', groupIds)})`
}

/** `groupIds` null: of all workers. */
export async function countTasks(db: Db, groupIds: readonly string[] | null = null) {
  let query = db.selectFrom('workLogs')
  if (groupIds) query = query.where(ofGroups(groupIds))
  const rows = await query
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const counts = new Map(rows.map((row) => [row.state, row.count]))
  return Object.fromEntries(TASK_STATES.map((state) => [state, counts.get(state) ?? 0])) as Record<
    TaskState,
    number
  >
}

type ReviewPage = { states: readonly TaskState[]; limit: number; offset: number; groupIds?: GroupScope }

/** Returns tasks to review, oldest first, followed by decided tasks, newest first. */
export async function listForReview(db: Db, { states, limit, offset, groupIds = null }: ReviewPage) {
  const isPending = sql<boolean>`state = 'pending_review'`
  let query = selectTasks(db).where('state', 'in', [...states])
  if (groupIds) query = query.where(ofGroups(groupIds))
  const rows = await query
    .orderBy(isPending, 'desc')
    .orderBy(sql`case when state = 'pending_review' then submission_date end`)
    .orderBy('reviewDate', 'desc')
    .orderBy('workLogs.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(toTask)
}

export async function findPhotoFile(db: Db, workLogId: string, photoId: string) {
  const columns = ['id', 'workLogId', 'fileKey'] as const
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('taskPhotos')
        .select(columns)
        .unionAll(eb.selectFrom('taskExamples').select(columns))
        .as('file'),
    )
    .innerJoin('workLogs', 'workLogs.id', 'file.workLogId')
    .leftJoin('workers', 'workers.userId', 'workLogs.userId')
    .select(['file.fileKey', 'workLogs.userId', 'workLogs.state', 'workers.groupId'])
    .where('file.id', '=', photoId)
    .where('file.workLogId', '=', workLogId)
    .executeTakeFirst()
}

/** `paidCount`: the number of pieces that the payment covers. */
function selectToCopy(db: Db, groupId: string) {
  return db
    .selectFrom('workLogs')
    .innerJoin('workers', 'workers.userId', 'workLogs.userId')
    .innerJoin('users', 'users.id', 'workLogs.userId')
    .select(['workLogs.id', 'workers.userId', 'taskName', 'taskNameHi', 'taskDescription'])
    .select(['taskDescriptionHi', 'taskType', 'quantity', 'unit', 'productId', 'paymentAmount'])
    .select(['expectedMinutes', 'templateId', 'pictureId'])
    .select((eb) => eb.fn.coalesce('approvedQuantity', 'quantity').as('paidCount'))
    .where('workers.groupId', '=', groupId)
    .where('users.isWorker', '=', true)
    .where('state', '!=', 'withdrawn')
}

/** Returns the tasks among `ids` whose workers are still in the group. */
export async function findTasksToCopy(db: Db, groupId: string, ids: readonly string[]) {
  const validIds = ids.filter(isUuid)
  if (validIds.length === 0) return []
  return selectToCopy(db, groupId).where('workLogs.id', 'in', validIds).execute()
}

/** Returns a group's tasks created from `from` until before `to`, by name and worker. */
export async function listCreatedTasks(db: Db, groupId: string, from: Date, to: Date) {
  return selectToCopy(db, groupId)
    .select('users.fullName as workerName')
    .where('workLogs.createdAt', '>=', from)
    .where('workLogs.createdAt', '<', to)
    .orderBy('taskName')
    .orderBy('users.fullName')
    .orderBy('workLogs.id')
    .limit(500)
    .execute()
}

export type ReviewPhoto = { workLogId: string; photoId: string; workerName: string; createdAt: Date }

/** Returns the earlier photos of these tasks, newest first, without the current ones. */
export async function earlierPhotos(db: Db, workLogIds: readonly string[]): Promise<ReviewPhoto[]> {
  if (workLogIds.length === 0) return []
  return db
    .selectFrom('taskPhotos')
    .innerJoin('workLogs', 'workLogs.id', 'taskPhotos.workLogId')
    .innerJoin('users', 'users.id', 'workLogs.userId')
    .select(['workLogId', 'taskPhotos.id as photoId', 'users.fullName as workerName', 'taskPhotos.createdAt'])
    .where('workLogId', 'in', [...workLogIds])
    .whereRef('taskPhotos.id', '!=', 'workLogs.photoId')
    .where('taskPhotos.removedAt', 'is', null)
    .orderBy('taskPhotos.createdAt', 'desc')
    .limit(100)
    .execute()
}

const SHOWN_APPROVED = 3

/**
 * Returns recent approved photos to compare with each task (`forTask`). Photos of the same template come before those
 * of the same product.
 */
export async function approvedPhotos(
  db: Db,
  workLogIds: readonly string[],
  groupIds: readonly string[] | null,
): Promise<(ReviewPhoto & { forTask: string })[]> {
  if (workLogIds.length === 0) return []
  const similarTasks = (column: 'template_id' | 'product_id', place: number) => sql`
    (select done.id, done.photo_id, done.user_id, done.submission_date, done.review_date, ${sql.lit(place)} as place
      from work_logs done left join workers on workers.user_id = done.user_id
      where done.${sql.ref(column)} = task.${sql.ref(column)}
        and done.state in ('approved', 'paid')
        and exists (select from task_photos as photo where photo.id = done.photo_id and photo.removed_at is null)
        and (${groupIds === null} or workers.group_id = any(${[...(groupIds ?? [])]}::uuid[]))
      order by done.review_date desc, done.id limit ${SHOWN_APPROVED})`
  const { rows } = await sql<ReviewPhoto & { forTask: string }>`
    select task.id as for_task, best.id as work_log_id, best.photo_id, users.full_name as worker_name,
      best.submission_date as created_at
    from work_logs task cross join lateral (
      select * from (
        select distinct on (id) * from (${similarTasks('template_id', 1)} union all ${similarTasks('product_id', 2)}) as candidate
        order by id, place
      ) as candidates order by place, review_date desc, id limit ${SHOWN_APPROVED}
    ) as best join users on users.id = best.user_id
    where task.id = any(${[...workLogIds]}::uuid[])
    order by task.id, best.place, best.review_date desc, best.id`.execute(db)
  return rows
}

const RECENT = 5
const MAX_TASKS = 500

/** Returns a worker's figures and newest tasks. The caller has checked that the actor is the worker or an admin. */
export async function workerDashboard(db: Db, userId: string, now: Date) {
  const tasks = await listTasks(db, { userId, limit: MAX_TASKS })
  const allTasks = await db
    .selectFrom('workLogs')
    .select(['state', 'paymentAmount', 'submissionDate', 'rating'])
    .where('userId', '=', userId)
    .where('state', '!=', 'withdrawn')
    .execute()
  const isCompleted = ({ state }: Task) => STATUSES_OF[state].status === 'completed'
  return {
    figures: workerFigures(allTasks, now),
    recent: tasks.slice(0, RECENT),
    active: tasks.filter((task) => !isCompleted(task)),
    completed: tasks.filter(isCompleted),
  }
}
