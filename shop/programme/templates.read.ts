/** Templates of tasks for pages. The caller has checked the actor. */
import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '#shop/ctx.ts'
import { dayOf, startOf } from '#shop/kernel/day.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { GroupScope } from '#shop/programme/coordination.ts'
import type { TaskTemplate } from '#shop/programme/template-fields.ts'
import { inGroups } from '#shop/programme/workers.read.ts'

function selectTemplates(db: Db) {
  return db
    .selectFrom('taskTemplates')
    .leftJoin('shgGroups', 'shgGroups.id', 'taskTemplates.groupId')
    .leftJoin('products', 'products.id', 'taskTemplates.productId')
    .select(['taskTemplates.id', 'groupId', 'shgGroups.name as groupName', 'products.name as productName'])
    .select([
      'taskName',
      'taskNameHi',
      'taskDescription',
      'taskDescriptionHi',
      'taskType',
      'unit',
      'productId',
    ])
    .select(['payPerUnit', 'secondsPerUnit', 'taskTemplates.archivedAt', 'taskTemplates.updatedAt'])
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('taskPictures')
          .select(['taskPictures.id', 'taskPictures.width', 'taskPictures.height'])
          .whereRef('taskPictures.id', '=', 'taskTemplates.pictureId'),
      ).as('picture'),
    )
}

type Row = Awaited<ReturnType<ReturnType<typeof selectTemplates>['execute']>>[number]

function toTemplate({ payPerUnit, secondsPerUnit, ...row }: Row): TaskTemplate {
  const minutesPerUnit = secondsPerUnit === null ? null : secondsPerUnit / 60
  return { ...row, payPerUnit, minutesPerUnit }
}

export async function findTemplate(db: Db, id: string): Promise<TaskTemplate | null> {
  if (!isUuid(id)) return null
  const row = await selectTemplates(db).where('taskTemplates.id', '=', id).executeTakeFirst()
  return row ? toTemplate(row) : null
}

/** Lists templates of these groups and shared templates, by name, archived last. */
export async function listTemplates(db: Db, scope: GroupScope): Promise<TaskTemplate[]> {
  let query = selectTemplates(db)
  if (scope)
    query = query.where((eb) =>
      eb.or([eb('groupId', 'is', null), inGroups('task_templates.group_id', scope)]),
    )
  const rows = await query
    .orderBy(sql`task_templates.archived_at is not null`)
    .orderBy('taskName')
    .orderBy('taskTemplates.id')
    .limit(1000)
    .execute()
  return rows.map(toTemplate)
}

/** Returns when and by whom the group got this template in the last hour; without a template, copied tasks today. */
export async function findLastHandOut(
  db: Db,
  { groupId, templateId, now }: { groupId: string; templateId: string | null; now: Date },
): Promise<{ at: Date; byName: string | null } | null> {
  const since = templateId ? new Date(now.getTime() - HOUR_MS) : startOf(dayOf(now))
  const { rows } = await sql<{ at: Date; byName: string | null }>`
    select task_batches.created_at as at, users.full_name as by_name
    from task_batches join audit_log on entity = 'task' and action = 'create' and entity_id = task_batches.id::text
      left join users on users.id = actor_id
    where group_id = ${groupId} and task_batches.created_at > ${since}
      and after->>'templateId' is not distinct from ${templateId}::text
    order by task_batches.created_at desc limit 1`.execute(db)
  return rows[0] ?? null
}
