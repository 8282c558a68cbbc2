/** Workers and groups for pages. The caller has checked the actor. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { type Group, languageIn, type Worker } from '#shop/programme/worker.ts'
import { sealed } from '#shop/sealed-columns.sql.ts'

/** SQL condition: the row belongs to one of these groups. An empty list matches nothing. */
export function inGroups(column: string, groupIds: readonly string[]) {
  return sql<boolean>`${sql.ref(column)} = any(${[...groupIds]}::uuid[])`
}

/** Selects changes that are neither stopped nor applied; at most one per worker. */
export function openUpiChanges(db: Db) {
  return db
    .selectFrom('upiChanges')
    .select(['userId', 'countsFrom', sealed('upi_changes', 'new_upi_id').as('newUpiId')])
    .where('stoppedAt', 'is', null)
    .where('appliedAt', 'is', null)
    .as('upi')
}

function selectWorkers(db: Db) {
  return db
    .selectFrom('workers')
    .innerJoin('users', 'users.id', 'workers.userId')
    .leftJoin('shgGroups', 'shgGroups.id', 'workers.groupId')
    .leftJoin(openUpiChanges(db), 'upi.userId', 'workers.userId')
    .select(['newUpiId', 'countsFrom'])
    .select(['workers.userId', 'users.fullName', 'users.email', 'users.isWorker', 'workers.place'])
    .select([sealed('workers', 'phone').as('phone'), sealed('workers', 'upi_id').as('upiId')])
    .select(sql<boolean>`workers.upi_id is not null`.as('hasUpi'))
    .select(['language', 'madeByConsentAt', 'enrolledAt', 'groupId'])
    .select('workers.updatedAt')
    .select(['shgGroups.name as groupName', 'shgGroups.place as groupPlace'])
}

type WorkerRow = Awaited<ReturnType<ReturnType<typeof selectWorkers>['execute']>>[number]

function toWorker({ groupId, groupName, groupPlace, newUpiId, countsFrom, hasUpi, ...row }: WorkerRow) {
  const group =
    groupId && groupName !== null ? { id: groupId, name: groupName, place: groupPlace ?? '' } : null
  return {
    ...row,
    language: languageIn(row.language) ?? 'en',
    group,
    isUpiCorrupt: hasUpi && row.upiId === null,
    upiChange: countsFrom && { newUpiId, countsFrom },
  }
}

/** Returns null if the account was never enrolled. */
export async function findWorker(db: Db, userId: string): Promise<Worker | null> {
  if (!isUuid(userId)) return null
  const row = await selectWorkers(db).where('workers.userId', '=', userId).executeTakeFirst()
  return row ? toWorker(row) : null
}

/** Returns enrolled workers by name; `groupIds` null: of all groups. */
export async function listWorkers(db: Db, limit = 500, groupIds: readonly string[] | null = null) {
  let query = selectWorkers(db).where('users.isWorker', '=', true)
  if (groupIds) query = query.where(inGroups('workers.groupId', groupIds))
  const rows = await query.orderBy('users.fullName').orderBy('workers.userId').limit(limit).execute()
  return rows.map(toWorker)
}

/** Returns the workers to whom tasks can be assigned. */
export async function workerChoices(db: Db) {
  const workers = await listWorkers(db)
  return workers.map(({ userId, fullName, group }) => ({
    id: userId,
    name: fullName,
    group: group?.name ?? null,
  }))
}

export async function listCoordinatedGroups(db: Db, userId: string): Promise<Group[]> {
  return db
    .selectFrom('coordinatorGroups')
    .innerJoin('shgGroups', 'shgGroups.id', 'coordinatorGroups.groupId')
    .select(['shgGroups.id', 'shgGroups.name', 'shgGroups.place'])
    .where('coordinatorGroups.userId', '=', userId)
    .orderBy('shgGroups.name')
    .execute()
}

export type Contact = { name: string; phone: string | null }

/** Returns the coordinators of a group, those with a phone number first. */
export async function listCoordinatorsOf(db: Db, groupId: string): Promise<Contact[]> {
  const { rows } = await sql<Contact>`
    select full_name as name, coalesce(${sealed('workers', 'phone')}, nullif(phone_number, '')) as phone
    from coordinator_groups join users on users.id = coordinator_groups.user_id
      left join workers on workers.user_id = users.id
    where coordinator_groups.group_id = ${groupId}::uuid and deleted_at is null
    order by phone is null, full_name`.execute(db)
  return rows
}

export async function findGroup(db: Db, id: string): Promise<Group | null> {
  if (!isUuid(id)) return null
  const group = db.selectFrom('shgGroups').select(['id', 'name', 'place']).where('id', '=', id)
  return (await group.executeTakeFirst()) ?? null
}

export async function listGroups(db: Db): Promise<Group[]> {
  return db.selectFrom('shgGroups').select(['id', 'name', 'place']).orderBy('name').execute()
}
