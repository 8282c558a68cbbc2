/** Workers and groups for pages. The caller has checked the actor. */
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { Group, Language, Worker } from '#shop/programme/worker.ts'

function selectWorkers(db: Db) {
  return db
    .selectFrom('workers')
    .innerJoin('users', 'users.id', 'workers.userId')
    .leftJoin('shgGroups', 'shgGroups.id', 'workers.groupId')
    .select(['workers.userId', 'users.fullName', 'users.email', 'users.isWorker', 'workers.place'])
    .select(['workers.phone', 'upiId', 'language', 'madeByConsentAt', 'enrolledAt', 'groupId'])
    .select('workers.updatedAt')
    .select(['shgGroups.name as groupName', 'shgGroups.place as groupPlace'])
}

type WorkerRow = Awaited<ReturnType<ReturnType<typeof selectWorkers>['execute']>>[number]

function toWorker({ groupId, groupName, groupPlace, ...row }: WorkerRow): Worker {
  const group =
    groupId && groupName !== null ? { id: groupId, name: groupName, place: groupPlace ?? '' } : null
  return { ...row, language: row.language as Language, group }
}

/** A worker's data; null when the account was never enrolled. */
export async function findWorker(db: Db, userId: string): Promise<Worker | null> {
  if (!isUuid(userId)) return null
  const row = await selectWorkers(db).where('workers.userId', '=', userId).executeTakeFirst()
  return row ? toWorker(row) : null
}

/** All enrolled workers, by name. */
export async function listWorkers(db: Db, limit = 500): Promise<Worker[]> {
  const rows = await selectWorkers(db)
    .where('users.isWorker', '=', true)
    .orderBy('users.fullName')
    .orderBy('workers.userId')
    .limit(limit)
    .execute()
  return rows.map(toWorker)
}

/** All groups, by name. */
export async function listGroups(db: Db): Promise<Group[]> {
  return db.selectFrom('shgGroups').select(['id', 'name', 'place']).orderBy('name').execute()
}
