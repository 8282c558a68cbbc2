/** Changes of UPI addresses for pages and emails. The caller has checked the actor. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { GroupScope } from '#shop/programme/coordination.ts'
import type { UpiToTell } from '#shop/programme/upi.ts'

/** Afterwards it is no longer listed, told or not. */
const LISTED_MS = 30 * DAY_MS

/** The changes that workers of these groups are still to be told of by a person, the oldest first. */
export async function listUpiToTell(db: Db, scope: GroupScope, now: Date): Promise<UpiToTell[]> {
  const since = new Date(now.getTime() - LISTED_MS)
  const { rows } = await sql<UpiToTell>`
    select upi_changes.id, upi_changes.user_id, users.full_name as worker_name, shg_groups.name as group_name,
      tell_phone as phone, asker.full_name as asked_by_name, asked_at, counts_from, counts_from <= ${now} as is_over
    from upi_changes join users on users.id = upi_changes.user_id join workers on workers.user_id = users.id
      left join shg_groups on shg_groups.id = workers.group_id left join users asker on asker.id = asked_by
    where tell_by = 'person' and told_at is null and stopped_at is null and asked_at > ${since}
      and (${scope === null} or workers.group_id = any(${[...(scope ?? [])]}::uuid[]))
    order by asked_at, upi_changes.id limit 200`.execute(db)
  return rows
}

export type ToldChange = {
  userId: string
  oldUpiId: string | null
  newUpiId: string | null
  countsFrom: Date
}

/** A change that was not stopped; null for any other. */
export async function findChange(db: Db, id: string): Promise<ToldChange | null> {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('upiChanges')
    .select(['userId', 'oldUpiId', 'newUpiId', 'countsFrom'])
    .where('id', '=', id)
    .where('stoppedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
