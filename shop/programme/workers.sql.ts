/** The only place that writes workers, groups and minimum wages; `upi-changes.sql.ts` applies UPI changes. */
import { sql, type Updateable } from 'kysely'
import type { Workers } from '#db/types.ts'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { WorkerInput } from '#shop/programme/input.ts'
import type { MinimumWageInput } from '#shop/programme/minimum-wage.ts'
import { deleteNewsOf } from '#shop/programme/news.sql.ts'
import { deleteSignIn, endOutsideCards } from '#shop/programme/sign-in.sql.ts'
import { deleteChangesOf } from '#shop/programme/upi-changes.sql.ts'
import { sealed } from '#shop/sealed-columns.sql.ts'

type WorkerDetails = Omit<WorkerInput, 'language'> & { language: string }

/** Locks the worker; null if the account was never enrolled. */
export async function lockWorker(db: Db, userId: string) {
  const row = await db
    .selectFrom('workers')
    .select(['groupId', 'place', 'language', 'madeByConsentAt', 'updatedAt'])
    .select([sealed('workers', 'phone').as('phone'), sealed('workers', 'upi_id').as('upiId')])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const { madeByConsentAt, updatedAt, ...details } = row
  return { details: { ...details, madeByConsent: madeByConsentAt !== null }, updatedAt }
}

/** Inserts or updates a worker. A repeated consent keeps its date. Cards of another group's coordinator end. */
export async function saveWorker(
  db: Db,
  userId: string,
  { madeByConsent, ...details }: WorkerDetails,
  now: Date,
): Promise<void> {
  const consent = madeByConsent ? now : null
  await db
    .insertInto('workers')
    .values({ userId, ...details, madeByConsentAt: consent, enrolledAt: now, updatedAt: now })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet((eb) => ({
        ...details,
        madeByConsentAt: madeByConsent ? eb.fn.coalesce('workers.madeByConsentAt', eb.val(now)) : null,
        updatedAt: now,
      })),
    )
    .execute()
  await endOutsideCards(db, { userId }, now)
}

/** Changes these fields. Returns false if the account was never enrolled. */
export async function changeWorker(
  db: Db,
  userId: string,
  { madeByConsent, ...details }: Partial<WorkerDetails>,
  now: Date,
): Promise<boolean> {
  const set: Updateable<Workers> = { ...details, updatedAt: now }
  const changed = await db
    .updateTable('workers')
    .set((eb) => ({
      ...set,
      ...(madeByConsent !== undefined && {
        madeByConsentAt: madeByConsent ? eb.fn.coalesce('madeByConsentAt', eb.val(now)) : null,
      }),
    }))
    .where('userId', '=', userId)
    .returning('userId')
    .executeTakeFirst()
  if (details.groupId !== undefined) await endOutsideCards(db, { userId }, now)
  return changed !== undefined
}

/** Locks the accounts of enrolled workers and returns their ids. */
export async function lockWorkers(db: Db, userIds: readonly string[]): Promise<string[]> {
  const ids = userIds.filter(isUuid)
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('isWorker', '=', true)
    .orderBy('id')
    .forShare()
    .execute()
  return rows.map((row) => row.id)
}

export async function groupExists(db: Db, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const row = await db.selectFrom('shgGroups').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Returns the id; null if the name is taken. */
export async function insertGroup(db: Db, group: { name: string; place: string; createdAt: Date }) {
  const row = await db
    .insertInto('shgGroups')
    .values(group)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Deletes the worker and unassigns tasks that are not started. `erasePayTexts` and `eraseTaskTexts` erase texts. */
export async function deleteWorker(db: Db, userId: string): Promise<void> {
  await deleteSignIn(db, userId)
  await deleteNewsOf(db, userId)
  await deleteChangesOf(db, userId)
  await db.deleteFrom('workers').where('userId', '=', userId).execute()
  await db
    .updateTable('workLogs')
    .set({ userId: null, assignedDate: null })
    .where('userId', '=', userId)
    .where('state', '=', 'pending')
    .execute()
}

/** Returns the ids of the groups in a fixed order. The caller has locked the account. */
export async function coordinatedGroups(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('coordinatorGroups')
    .select('groupId')
    .where('userId', '=', userId)
    .orderBy('groupId')
    .execute()
  return rows.map(({ groupId }) => groupId)
}

/** Sets the groups and ends open cards for other groups. The caller has locked the account. */
export async function setCoordinatedGroups(
  db: Db,
  userId: string,
  { groupIds, now }: { groupIds: readonly string[]; now: Date },
): Promise<void> {
  // Inserts before deleting. If the person had no group in between, the role would begin again and the second factor
  // would end.
  if (groupIds.length > 0)
    await db
      .insertInto('coordinatorGroups')
      .values(groupIds.map((groupId) => ({ userId, groupId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await db
    .deleteFrom('coordinatorGroups')
    .where('userId', '=', userId)
    .$if(groupIds.length > 0, (query) => query.where('groupId', 'not in', groupIds))
    .execute()
  await endOutsideCards(db, { issuedBy: userId }, now)
}

/** Locks the members of the group among these workers and returns their ids. */
export async function lockMembers(db: Db, groupId: string, userIds: readonly string[]): Promise<string[]> {
  const workers = await lockWorkers(db, userIds)
  if (workers.length === 0) return []
  const rows = await db
    .selectFrom('workers')
    .select('userId')
    .where('groupId', '=', groupId)
    .where('userId', 'in', workers)
    .orderBy('userId')
    .forShare()
    .execute()
  return rows.map(({ userId }) => userId)
}

/** Returns the id; null if the state already has a wage from that day. */
export async function insertMinimumWage(
  db: Db,
  wage: MinimumWageInput & { id?: string; recordedBy: string; recordedAt: Date },
): Promise<string | null> {
  const row = await db
    .insertInto('minimumWages')
    .values({ ...wage, validFrom: sql<Date>`${wage.validFrom}::date` })
    .onConflict((conflict) => conflict.columns(['state', 'validFrom']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns the deleted wage, or null. */
export async function deleteMinimumWage(db: Db, id: string) {
  if (!isUuid(id)) return null
  const wage = db.deleteFrom('minimumWages').where('id', '=', id)
  const validFrom = sql<string>`to_char(valid_from, 'YYYY-MM-DD')`.as('validFrom')
  return (
    (await wage.returning(['state', 'dailyAmount', 'hours', 'source', validFrom]).executeTakeFirst()) ?? null
  )
}

/** Sets the state and returns the group's name and former state. */
export async function setGroupState(db: Db, groupId: string, state: string | null) {
  if (!isUuid(groupId)) return undefined
  const group = db.selectFrom('shgGroups').select(['name', 'state']).where('id', '=', groupId).forUpdate()
  const former = await group.executeTakeFirst()
  if (former) await db.updateTable('shgGroups').set({ state }).where('id', '=', groupId).execute()
  return former
}
