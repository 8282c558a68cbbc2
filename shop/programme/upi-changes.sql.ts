/** The only place that writes changes of UPI IDs. */
import { randomUUID } from 'node:crypto'
import { type Insertable, type SelectQueryBuilder, sql } from 'kysely'
import type { DB, UpiChanges } from '#db/types.ts'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { countRows } from '#shop/lists.read.ts'
import type { UpiChange } from '#shop/programme/upi.ts'
import { sealed } from '#shop/sealed-columns.sql.ts'

/** Applies due changes in a transaction, locking workers by id. Skips UPI IDs that cannot be decrypted. */
export async function applyDueChanges(db: Db, now: Date, userId: string | null = null): Promise<number> {
  const lockedRows = await db
    .selectFrom('workers')
    .select('userId')
    .where('userId', 'in', (eb) => dueChanges(eb.selectFrom('upiChanges').select('userId'), now))
    .$if(userId !== null, (query) => query.where('userId', '=', userId))
    .orderBy('userId')
    .forNoKeyUpdate()
    .execute()
  if (lockedRows.length === 0) return 0
  // A separate statement sees the writes of the previous lock holder.
  const ids = lockedRows.map((row) => row.userId)
  const changes = await dueChanges(
    db.selectFrom('upiChanges').select(['id', 'userId', sealed('upi_changes', 'new_upi_id').as('newUpiId')]),
    now,
  )
    .select(sql<boolean>`new_upi_id is null`.as('isNone'))
    .where('userId', 'in', ids)
    .forUpdate()
    .execute()
  const readable = changes.filter(({ newUpiId, isNone }) => isNone || newUpiId !== null)
  for (const { id, userId: workerId, newUpiId } of readable) {
    await db.updateTable('upiChanges').set({ appliedAt: now }).where('id', '=', id).execute()
    await db.updateTable('workers').set({ upiId: newUpiId }).where('userId', '=', workerId).execute()
  }
  return readable.length
}

function dueChanges<Row>(query: SelectQueryBuilder<DB, 'upiChanges', Row>, now: Date) {
  return query.where('stoppedAt', 'is', null).where('appliedAt', 'is', null).where('countsFrom', '<=', now)
}

export async function countChangesSince(db: Db, userId: string, since: Date): Promise<number> {
  return countRows(db.selectFrom('upiChanges').where('userId', '=', userId).where('askedAt', '>', since))
}

/** Stores a replaced phone number, if there was one. */
export async function insertFormerPhone(
  db: Db,
  { userId, phone, now }: { userId: string; phone: string | null; now: Date },
): Promise<void> {
  if (phone === null) return
  await db.insertInto('formerPhones').values({ id: randomUUID(), userId, phone, replacedAt: now }).execute()
}

/** Returns the phone number that the worker had at that time, if it was replaced since; otherwise null. */
export async function phoneBefore(db: Db, userId: string, since: Date): Promise<string | null> {
  const row = await db
    .selectFrom('formerPhones')
    .select(sealed('former_phones', 'phone').as('phone'))
    .where('userId', '=', userId)
    .where('replacedAt', '>', since)
    .orderBy('replacedAt')
    .limit(1)
    .executeTakeFirst()
  return row?.phone ?? null
}

export type NewUpiChange = Omit<Insertable<UpiChanges>, 'id' | 'askedAt'> & { askedAt: Date }

export async function insertChange(db: Db, change: NewUpiChange): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('upiChanges')
    .values({ id, ...change })
    .execute()
  return id
}

/** Cancels the waiting change. Returns null if there is none or it already counts. */
export async function stopChange(db: Db, userId: string, now: Date): Promise<UpiChange | null> {
  const row = await db
    .updateTable('upiChanges')
    .set({ stoppedAt: now })
    .where('userId', '=', userId)
    .where('stoppedAt', 'is', null)
    .where('appliedAt', 'is', null)
    .where('countsFrom', '>', now)
    .returning([sealed('upi_changes', 'new_upi_id').as('newUpiId'), 'countsFrom'])
    .executeTakeFirst()
  return row ?? null
}

/** Returns the worker of a change, with the worker's current group; null if the change does not exist. */
export async function workerOfChange(db: Db, id: string) {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('upiChanges')
    .innerJoin('workers', 'workers.userId', 'upiChanges.userId')
    .select(['workers.userId', 'groupId'])
    .where('upiChanges.id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Records who notified the worker; an admin's record replaces a coordinator's. False if recorded before. */
export async function recordNotice(
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

export async function deleteChangesOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('formerPhones').where('userId', '=', userId).execute()
  await db.deleteFrom('upiChanges').where('userId', '=', userId).execute()
}
