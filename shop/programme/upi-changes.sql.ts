/** The only place that writes changes of UPI addresses. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { UpiChange } from '#shop/programme/upi.ts'

/**
 * Writes the changes that count by now to the workers' data, of all or of one worker. Rows are locked in the order of their
 * ids. Returns how many there were.
 */
export async function applyDueChanges(db: Db, now: Date, userId: string | null = null): Promise<number> {
  const { rows } = await sql`
    with held as (
      select user_id from workers where user_id in (
        select user_id from upi_changes where stopped_at is null and applied_at is null and counts_from <= ${now}
          and (${userId}::uuid is null or user_id = ${userId}::uuid))
      order by user_id for no key update
    ), due as (
      update upi_changes set applied_at = ${now} from held
      where upi_changes.user_id = held.user_id and stopped_at is null and applied_at is null and counts_from <= ${now}
      returning upi_changes.user_id, new_upi_id
    )
    update workers set upi_id = due.new_upi_id from due where workers.user_id = due.user_id
    returning workers.user_id`.execute(db)
  return rows.length
}

/** How many changes of hers were asked for since then. */
export async function countChangesSince(db: Db, userId: string, since: Date): Promise<number> {
  const row = await db
    .selectFrom('upiChanges')
    .select(({ fn }) => fn.countAll<number>().as('recent'))
    .where('userId', '=', userId)
    .where('askedAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(row.recent)
}

/** The worker's phone number at that moment, by the changes recorded since; null without such a change. */
export async function phoneBefore(db: Db, userId: string, since: Date): Promise<string | null> {
  const row = await db
    .selectFrom('auditLog')
    .select(sql<string>`before ->> 'phone'`.as('phone'))
    .where('entity', '=', 'worker')
    .where('entityId', '=', userId)
    .where('createdAt', '>', since)
    .where(sql<boolean>`before ->> 'phone' is not null`)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.phone ?? null
}

export type NewUpiChange = {
  userId: string
  oldUpiId: string | null
  newUpiId: string | null
  askedBy: string | null
  askedAt: Date
  countsFrom: Date
  tellBy: 'email' | 'person'
  tellPhone: string | null
}

/** Returns the id of the change. */
export async function insertChange(db: Db, change: NewUpiChange): Promise<string> {
  const row = await db.insertInto('upiChanges').values(change).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** Stops the worker's change that waits; null when there is none, or it counts already. */
export async function stopChange(db: Db, userId: string, now: Date): Promise<UpiChange | null> {
  const row = await db
    .updateTable('upiChanges')
    .set({ stoppedAt: now })
    .where('userId', '=', userId)
    .where('stoppedAt', 'is', null)
    .where('appliedAt', 'is', null)
    .where('countsFrom', '>', now)
    .returning(['newUpiId', 'countsFrom'])
    .executeTakeFirst()
  return row ?? null
}

/** The worker of a change and her group now; null when it does not exist. */
export async function workerOfChange(
  db: Db,
  id: string,
): Promise<{ userId: string; groupId: string | null } | null> {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('upiChanges')
    .innerJoin('workers', 'workers.userId', 'upiChanges.userId')
    .select(['workers.userId', 'groupId'])
    .where('upiChanges.id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Records that a person told the worker; an admin's word replaces a coordinator's. False when it was recorded before. */
export async function markTold(
  db: Db,
  { id, toldBy, byAdmin, now }: { id: string; toldBy: string; byAdmin: boolean; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update upi_changes set told_at = ${now}, told_by = ${toldBy}
    where id = ${id} and tell_by = 'person' and (told_at is null or (${byAdmin}
      and not exists (select from users where users.id = told_by and users.staff_role in ('owner', 'manager'))))
    returning id`.execute(db)
  return rows.length > 0
}

/** Deletes the changes of a worker whose account is closed. */
export async function deleteChangesOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('upiChanges').where('userId', '=', userId).execute()
}
