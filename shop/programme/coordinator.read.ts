/** Groups for their coordinator's pages. The caller has checked the actor. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { addMonths, dayOf, monthOf, startOf } from '#shop/kernel/day.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import type { Money } from '#shop/kernel/money.ts'
import type { GroupScope } from '#shop/programme/coordination.ts'
import type { Task } from '#shop/programme/task.ts'
import type { Group, Worker } from '#shop/programme/worker.ts'
import { sealed } from '#shop/sealed-columns.sql.ts'

export type GroupCard = Group & {
  members: number
  /** Assigned tasks without a photo to review. */
  open: number
  /** Photos to review. */
  waiting: number
}

export async function listGroupCards(db: Db, scope: GroupScope): Promise<GroupCard[]> {
  const { rows } = await sql<GroupCard>`
    select shg_groups.id, shg_groups.name, shg_groups.place,
      (select count(*) from workers join users on users.id = workers.user_id
        where workers.group_id = shg_groups.id and is_worker)::int as members,
      count(work_logs.id) filter (where work_logs.state in ('pending', 'in_progress', 'returned'))::int as open,
      count(work_logs.id) filter (where work_logs.state = 'pending_review')::int as waiting
    from shg_groups
      left join workers on workers.group_id = shg_groups.id
      left join work_logs on work_logs.user_id = workers.user_id
    where ${scope === null} or shg_groups.id = any(${[...(scope ?? [])]}::uuid[])
    group by shg_groups.id order by shg_groups.name`.execute(db)
  return rows
}

export type OpenTask = Pick<
  Task,
  'id' | 'taskName' | 'taskNameHi' | 'state' | 'progressCount' | 'quantity' | 'unit' | 'completionDeadline'
>

type WorkerField = 'userId' | 'fullName' | 'phone' | 'place' | 'isWorker' | 'madeByConsentAt'

/** Former workers with open tasks or owed pay are included. */
export type GroupMember = Pick<Worker, WorkerField> & {
  /** Approved tasks of the month. `earned` and `paid` are also of the month. */
  done: number
  earned: Money
  /** Paid in the month, without returned transfers. */
  paid: Money
  /** The balance over all months. */
  owed: Money
  /** Tasks that are not approved yet, by deadline. */
  tasks: OpenTask[]
  /** Recently withdrawn tasks that the worker had begun on a phone without a network. */
  begunTasks: Pick<Task, 'id' | 'taskName' | 'taskNameHi'>[]
}

/** Returns members with their work and pay of the current month in India. */
export async function listMembers(db: Db, groupId: string, now: Date): Promise<GroupMember[]> {
  const month = monthOf(dayOf(now))
  const [from, to] = [startOf(month), startOf(addMonths(month, 1))]
  const { rows } = await sql<Omit<GroupMember, 'tasks' | 'begunTasks'>>`
    with done as (
      select user_id, count(*)::int as count from work_logs
      where state in ('approved', 'paid') and review_date >= ${from} and review_date < ${to} group by user_id
    ), pay as (
      select user_id,
        coalesce(sum(amount) filter (where kind = 'earned' and created_at >= ${from} and created_at < ${to}), 0) as earned,
        coalesce(sum(case kind when 'paid' then amount when 'reversed' then -amount end)
          filter (where created_at >= ${from} and created_at < ${to}), 0) as paid,
        sum(case kind when 'paid' then -amount else amount end) as owed
      from pay_entries group by user_id
    )
    select workers.user_id, full_name, coalesce(${sealed('workers', 'phone')}, phone_number) as phone, workers.place, is_worker,
      made_by_consent_at, coalesce(done.count, 0) as done, coalesce(earned, 0)::bigint as earned,
      coalesce(paid, 0)::bigint as paid, coalesce(owed, 0)::bigint as owed
    from workers join users on users.id = workers.user_id
      left join done on done.user_id = workers.user_id left join pay on pay.user_id = workers.user_id
    where workers.group_id = ${groupId}::uuid order by full_name, workers.user_id`.execute(db)
  const [tasks, begun] = await Promise.all([openTasks(db, groupId), begunTasks(db, groupId, now)])
  return rows.flatMap((row) => {
    const ownTasks = tasks.filter(({ userId }) => userId === row.userId)
    if (!row.isWorker && ownTasks.length === 0 && row.owed === 0) return []
    return { ...row, tasks: ownTasks, begunTasks: begun.filter(({ userId }) => userId === row.userId) }
  })
}

const BEGUN_DAYS = 14

async function begunTasks(db: Db, groupId: string, now: Date) {
  return db
    .selectFrom('workLogs')
    .innerJoin('workers', 'workers.userId', 'workLogs.userId')
    .select(['workLogs.id', 'workers.userId', 'taskName', 'taskNameHi'])
    .where('workers.groupId', '=', groupId)
    .where('workLogs.state', '=', 'withdrawn')
    .where('startedAt', '>', new Date(now.getTime() - BEGUN_DAYS * DAY_MS))
    .orderBy('startedAt')
    .execute()
}

async function openTasks(db: Db, groupId: string): Promise<(OpenTask & { userId: string })[]> {
  return db
    .selectFrom('workLogs')
    .innerJoin('workers', 'workers.userId', 'workLogs.userId')
    .select(['workLogs.id', 'workers.userId', 'taskName', 'state', 'progressCount', 'quantity', 'unit'])
    .select(['completionDeadline', 'taskNameHi'])
    .where('workers.groupId', '=', groupId)
    .where('workLogs.state', 'in', ['pending', 'in_progress', 'returned', 'pending_review'])
    .orderBy('completionDeadline')
    .orderBy('workLogs.id')
    .limit(1000)
    .execute()
}

/** Returns names of products whose pages name this group (`listMakers`). */
export async function productsNamingGroup(db: Db, groupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('workLogs')
    .innerJoin('workers', 'workers.userId', 'workLogs.userId')
    .innerJoin('products', 'products.id', 'workLogs.productId')
    .select('products.name')
    .distinct()
    .where('workers.groupId', '=', groupId)
    .where('batchCode', 'is not', null)
    .where('workLogs.state', 'in', ['approved', 'paid'])
    .where('madeByConsentAt', 'is not', null)
    .where('products.isActive', '=', true)
    .where('products.archivedAt', 'is', null)
    .orderBy('products.name')
    .limit(200)
    .execute()
  return rows.map(({ name }) => name)
}
