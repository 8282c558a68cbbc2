/** The only place that writes templates of tasks and batches of hand-outs. */
import { sql } from 'kysely'
import type { Picture } from '#shop/catalogue/picture.ts'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { countRows } from '#shop/lists.read.ts'
import type { TemplateInput } from '#shop/programme/template-fields.ts'

const columnsOf = ({ minutesPerUnit, ...template }: TemplateInput) => ({
  ...template,
  secondsPerUnit: minutesPerUnit === null ? null : Math.round(minutesPerUnit * 60),
})

export async function lockTemplate(db: Db, id: string) {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('taskTemplates')
    .select(['id', 'groupId', 'pictureId', 'archivedAt', 'updatedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Counts active templates of a group. `groupId` null: counts shared templates. */
export async function countTemplates(db: Db, groupId: string | null): Promise<number> {
  const ofGroup = db.selectFrom('taskTemplates').where('groupId', groupId === null ? 'is' : '=', groupId)
  return countRows(ofGroup.where('archivedAt', 'is', null))
}

export async function insertTemplate(db: Db, template: TemplateInput, now: Date): Promise<string> {
  const row = await db
    .insertInto('taskTemplates')
    .values({ ...columnsOf(template), createdAt: now, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateTemplate(db: Db, id: string, template: TemplateInput, now: Date): Promise<void> {
  await db
    .updateTable('taskTemplates')
    .set({ ...columnsOf(template), updatedAt: now })
    .where('id', '=', id)
    .execute()
}

export async function setArchived(db: Db, id: string, isArchived: boolean, now: Date): Promise<void> {
  await db
    .updateTable('taskTemplates')
    .set({ archivedAt: isArchived ? now : null, updatedAt: now })
    .where('id', '=', id)
    .execute()
}

/** Sets the template's picture. Null removes it. */
export async function setPicture(db: Db, id: string, picture: Picture | null, now: Date): Promise<void> {
  if (picture)
    await db
      .insertInto('taskPictures')
      .values({ ...picture, createdAt: now })
      .execute()
  await db
    .updateTable('taskTemplates')
    .set({ pictureId: picture?.id ?? null })
    .where('id', '=', id)
    .execute()
}

/** Deletes and returns the picture if nothing uses it. The caller has locked its template. */
export async function deleteUnusedPicture(db: Db, id: string): Promise<Picture | null> {
  const picture = await db
    .deleteFrom('taskPictures')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('workLogs').select('workLogs.id').where('pictureId', '=', id))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('taskTemplates').select('taskTemplates.id').where('pictureId', '=', id))),
    )
    .returning(['id', 'width', 'height'])
    .executeTakeFirst()
  return picture ?? null
}

/** Inserts the batch. Returns false if the form was handled before. */
export async function claimBatch(db: Db, batch: { id: string; groupId: string; now: Date }) {
  const { id, groupId, now } = batch
  const row = await db
    .insertInto('taskBatches')
    .values({ id, groupId, createdAt: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Serializes changes of templates, so that concurrent changes cannot exceed the limit. */
export async function lockAllTemplates(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('task templates'))`.execute(db)
}

/** Serializes hand-outs to a group, so that `findLastHandOut` sees concurrent hand-outs. */
export async function lockHandOuts(db: Db, groupId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('tasks for a group'), hashtext(${groupId}))`.execute(db)
}
